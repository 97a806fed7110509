// SPDX-License-Identifier: MIT
#include "solvers/model_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stencils/node_boxes.hpp"

namespace wavesim {

namespace {

/// Where one node reads along one axis: value + share * (next - value).
struct Read {
    std::int64_t at = 0;
    std::int64_t next = 0;
    float share = 0;
};

std::vector<Read> reads_along(const ModelGrid& model, Resampling resampling, int axis, std::int64_t first,
                              std::int64_t end, double from, double spacing_m) {
    const std::int64_t last = model.extent.along(axis) - 1;
    std::vector<Read> reads(static_cast<std::size_t>(end - first));
    if (last == 0) return reads;
    for (std::int64_t i = first; i < end; ++i) {
        const double at =
            (from + static_cast<double>(i) * spacing_m - model.first_m.along(axis)) / model.spacing_m.along(axis);
        const double inside = std::clamp(at, 0.0, static_cast<double>(last));
        const double nearest = std::floor(inside + 0.5);
        // Rounding noise must not mix values that a node lies on.
        const bool one = resampling == Resampling::nearest || std::abs(inside - nearest) < 1e-6;
        Read& read = reads[static_cast<std::size_t>(i - first)];
        read.at = static_cast<std::int64_t>(one ? nearest : std::floor(inside));
        read.next = std::min(read.at + 1, last);
        read.share = one ? 0 : static_cast<float>(inside - std::floor(inside));
    }
    return reads;
}

}  // namespace

std::vector<float> resample_nodes(const ModelGrid& model, Resampling resampling, const NodeBox& nodes,
                                  const Point& from, double spacing_m) {
    const auto along = [&](int axis, std::int64_t first, std::int64_t end) {
        return reads_along(model, resampling, axis, first, end, from.along(axis), spacing_m);
    };
    const std::array<std::vector<Read>, 3> reads{along(0, nodes.from.x, nodes.to.x), along(1, nodes.from.y, nodes.to.y),
                                                 along(2, nodes.from.z, nodes.to.z)};
    std::vector<float> result;
    result.reserve(static_cast<std::size_t>(nodes.extent().nodes()));
    for (const Read& z : reads[2])
        for (const Read& y : reads[1]) {
            const auto row = [&](std::int64_t iy, std::int64_t iz) {
                return model.values.data() + model.extent.index(0, iy, iz);
            };
            const std::array<const float*, 4> rows{row(y.at, z.at), row(y.next, z.at), row(y.at, z.next),
                                                   row(y.next, z.next)};
            for (const Read& x : reads[0]) {
                std::array<float, 4> value;
                for (std::size_t k = 0; k < 4; ++k) value[k] = std::lerp(rows[k][x.at], rows[k][x.next], x.share);
                result.push_back(
                    std::lerp(std::lerp(value[0], value[1], y.share), std::lerp(value[2], value[3], y.share), z.share));
            }
        }
    return result;
}

std::vector<float> resample(const ModelGrid& model, Resampling resampling, const Extent& nodes, const Point& from,
                            double spacing_m) {
    return resample_nodes(model, resampling, all_nodes(nodes), from, spacing_m);
}

bool lies_on(const ModelGrid& model, const Extent& nodes, const Point& from, double spacing_m) {
    for (int axis = 0; axis < 3; ++axis) {
        if (nodes.along(axis) == 1 && model.extent.along(axis) == 1) continue;
        for (const std::int64_t node : {std::int64_t{0}, nodes.along(axis) - 1}) {
            const double at = (from.along(axis) + static_cast<double>(node) * spacing_m - model.first_m.along(axis)) /
                              model.spacing_m.along(axis);
            if (std::abs(at - std::round(at)) > 1e-6) return false;
        }
        if (std::abs(model.spacing_m.along(axis) - spacing_m) > 1e-9 * spacing_m && nodes.along(axis) > 1) return false;
    }
    return true;
}

}  // namespace wavesim
