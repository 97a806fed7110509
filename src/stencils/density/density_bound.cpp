// SPDX-License-Identifier: MIT
#include "stencils/density/density_bound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "stencils/density/density_operator.hpp"

namespace wavesim {

namespace {

std::size_t index_of(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Moduli of the nodes along an axis with their mirror images beyond both ends, buoyancies of the faces after them, and
/// the sums at the faces.
struct Line {
    std::vector<double> modulus;
    std::vector<double> buoyancy;
    std::vector<double> faces;
};

/// Adds the contributions of one line to the sums of its nodes.
void add_line(const std::vector<double>& s, std::int64_t n, Line& line, double* sums, std::int64_t step) {
    const auto order = static_cast<std::int64_t>(s.size());
    const std::int64_t halo = 2 * order - 1;
    for (std::int64_t j = -order; j < n + order - 1; ++j) {  // face j + 1/2
        double sum = 0;
        for (std::int64_t m = 1; m <= order; ++m)
            sum += std::abs(s[index_of(m - 1)]) *
                   (line.modulus[index_of(halo + j + m)] + line.modulus[index_of(halo + j - m + 1)]);
        line.faces[index_of(order + j)] = line.buoyancy[index_of(halo + j)] * sum;
    }
    for (std::int64_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::int64_t m = 1; m <= order; ++m)
            sum += std::abs(s[index_of(m - 1)]) *
                   (line.faces[index_of(order + i + m - 1)] + line.faces[index_of(order + i - m)]);
        sums[i * step] += sum;
    }
}

/// The planes around a slab. Planes that the next slab also needs are kept.
class Window {
  public:
    Window(const MakeFluidPlanes& make, const Extent& grid) : make_(make), grid_(grid) {}

    void move(std::int64_t from, std::int64_t to) {
        planes_.drop({grid_.nx, grid_.ny, std::min(from, to_) - from_});
        planes_.append(make_(std::max(from, to_), to));
        from_ = from;
        to_ = to;
    }
    std::int64_t from() const { return from_; }
    double modulus(std::int64_t i) const { return static_cast<double>(planes_.modulus[index_of(i)]); }
    double buoyancy(int axis, std::int64_t i) const {
        return static_cast<double>(planes_.buoyancy[index_of(axis)][index_of(i)]);
    }
    double low_side(int axis, std::int64_t i) const {
        return static_cast<double>(planes_.low_side[index_of(axis)][index_of(i)]);
    }

  private:
    const MakeFluidPlanes& make_;
    Extent grid_;
    std::int64_t from_ = 0;
    std::int64_t to_ = 0;
    FluidMedium planes_;
};

/// Adds the contributions of all lines along an axis through the nodes of a slab.
void add_lines(const ProblemShape& shape, const std::vector<double>& s, int axis, const NodeBox& slab,
               const Window& window, std::vector<double>& sums) {
    const Extent inside = slab.extent();
    const std::int64_t halo = 2 * static_cast<std::int64_t>(s.size()) - 1;
    const std::int64_t plane = inside.nx * inside.ny;
    const std::int64_t step = axis == 0 ? 1 : axis == 1 ? inside.nx : plane;
    const std::int64_t n = inside.along(axis);
    const std::int64_t origin = axis == 2 ? slab.from.z : 0;
    const std::int64_t above = axis == 2 ? 0 : slab.from.z - window.from();
    const std::int64_t base = plane * (slab.from.z - window.from());
    const std::int64_t whole = shape.extent.along(axis);
    const HaloRule low = shape.halo[index_of(2 * axis)];
    const HaloRule high = shape.halo[index_of(2 * axis + 1)];
    Line line{std::vector<double>(index_of(n + 2 * halo)), std::vector<double>(index_of(n + 2 * halo)),
              std::vector<double>(index_of(n + 2 * halo))};
    for (std::int64_t first = 0; first < inside.nodes(); ++first) {
        if (first / step % n != 0) continue;
        const std::int64_t side = first / (step * n) * step + first % step + above * plane / n;
        for (std::int64_t t = -halo; t < n + halo; ++t) {
            const std::int64_t image = medium_image(origin + t, whole, low, high);
            line.modulus[index_of(halo + t)] = window.modulus(base + first + step * (image - origin));
            if (t >= n + halo - 1) continue;
            const FaceImage face = face_image(origin + t, whole, low, high);
            line.buoyancy[index_of(halo + t)] = face.low_side
                                                    ? window.low_side(axis, side)
                                                    : window.buoyancy(axis, base + first + step * (face.node - origin));
        }
        add_line(s, n, line, sums.data() + first, step);
    }
}

}  // namespace

double density_spectral_bound(const ProblemShape& shape, const MakeFluidPlanes& planes, std::int64_t slab_nodes) {
    const int dims = shape.stencil.dims;
    const int half_order = std::get<DensityShape>(shape.medium).half_order;
    const Extent& extent = shape.extent;
    const std::vector<double> s = staggered_weights(half_order);
    const std::int64_t halo = 2 * half_order - 1;
    Window window(planes, extent);
    double most = 0;
    std::vector<double> sums;
    for (const NodeBox& slab : slabs_of(extent, slab_nodes)) {
        window.move(std::max<std::int64_t>(0, slab.from.z - halo), std::min(extent.nz, slab.to.z + halo));
        sums.assign(index_of(slab.extent().nodes()), 0.0);
        for (const int axis : {0, 1, 2})
            if (dims == 3 || axis != 1) add_lines(shape, s, axis, slab, window, sums);
        most = std::max(most, *std::max_element(sums.begin(), sums.end()));
    }
    return most;
}

}  // namespace wavesim
