// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <stdexcept>

#include "boundary/energy.hpp"

namespace wavesim {
namespace {

/// Halo images along one axis for t in [-reach, n + reach).
class AxisImages {
  public:
    AxisImages(const StencilProblem& problem, int axis, std::int64_t reach) : reach_(reach) {
        const std::int64_t n = problem.extent.along(axis);
        const std::size_t side = 2 * static_cast<std::size_t>(axis);
        for (std::int64_t t = -reach; t < n + reach; ++t)
            images_.push_back(halo_image(t, n, problem.halo[side], problem.halo[side + 1]));
    }
    const HaloImage& operator[](std::int64_t t) const { return images_[static_cast<std::size_t>(t + reach_)]; }

  private:
    std::int64_t reach_;
    std::vector<HaloImage> images_;
};

/// out += weight (u_i - u_{i+l}) along one row; `far` is the row that i + l lies in and `sign` its mirror sign.
void add_row(std::span<double> out, std::span<const double> u, std::span<const double> far, int sign, int lx,
             const AxisImages& images, double weight) {
    const std::int64_t n = static_cast<std::int64_t>(out.size());
    const std::int64_t from = std::min<std::int64_t>(n, std::max(0, -lx));
    const std::int64_t to = std::max(from, n - std::max(0, lx));
    const auto add = [&](std::int64_t x, double neighbour) {
        out[static_cast<std::size_t>(x)] += weight * (u[static_cast<std::size_t>(x)] - neighbour);
    };
    const auto add_image = [&](std::int64_t x) {
        const HaloImage image = images[x + lx];
        add(x, image.sign == 0 ? 0.0 : sign * image.sign * far[static_cast<std::size_t>(image.node)]);
    };
    for (std::int64_t x = 0; x < from; ++x) add_image(x);
    for (std::int64_t x = from; x < to; ++x) add(x, sign * far[static_cast<std::size_t>(x + lx)]);
    for (std::int64_t x = to; x < n; ++x) add_image(x);
}

}  // namespace

void apply_stiffness(const StencilProblem& problem, std::span<const double> u, std::span<double> out) {
    const Extent& e = problem.extent;
    if (static_cast<std::int64_t>(u.size()) != e.nodes() || u.size() != out.size())
        throw std::invalid_argument("the stiffness operator needs one value per node");
    const int reach = radius(problem.stencil);
    const AxisImages xs(problem, 0, reach), ys(problem, 1, reach), zs(problem, 2, reach);
    const auto row_at = [&](std::int64_t y, std::int64_t z) { return static_cast<std::size_t>(e.index(0, y, z)); };
    const auto n = static_cast<std::size_t>(e.nx);

    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t p = 0; p < problem.stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(problem.stencil.shells[p], problem.stencil.dims))
            for (std::int64_t z = 0; z < e.nz; ++z)
                for (std::int64_t y = 0; y < e.ny; ++y) {
                    const HaloImage iy = ys[y + l.y], iz = zs[z + l.z];
                    add_row(out.subspan(row_at(y, z), n), u.subspan(row_at(y, z), n),
                            u.subspan(row_at(iy.node, iz.node), n), iy.sign * iz.sign, l.x, xs, problem.stencil.a[p]);
                }

    const Corrections& corrections = problem.walls.corrections;
    const double scale = 1 / (problem.courant * problem.courant);
    for (std::size_t i = 0; i < corrections.size(); ++i)
        corrections.for_each_term(i, [&](std::int64_t neighbour, double weight) {
            out[static_cast<std::size_t>(corrections.node(i))] -=
                scale * weight * u[static_cast<std::size_t>(neighbour)];
        });
    for (const SolidSpan& span : problem.walls.solids) std::fill_n(out.begin() + span.node, span.count, 0.0);
}

}  // namespace wavesim
