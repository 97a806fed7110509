// SPDX-License-Identifier: MIT
#include "solvers/scene/model_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

ModelRead read_along(const ModelGrid& model, Resampling resampling, int axis, double at_m) {
    const std::int64_t last = model.extent.along(axis) - 1;
    ModelRead read;
    if (last == 0) return read;
    const double at = (at_m - model.first_m.along(axis)) / model.spacing_m.along(axis);
    const double inside = std::clamp(at, 0.0, static_cast<double>(last));
    const double nearest = std::floor(inside + 0.5);
    // Rounding noise must not mix values that a node lies on.
    const bool one = resampling == Resampling::nearest || std::abs(inside - nearest) < 1e-6;
    read.at = static_cast<std::int64_t>(one ? nearest : std::floor(inside));
    read.next = std::min(read.at + 1, last);
    read.share = one ? 0 : static_cast<float>(inside - std::floor(inside));
    return read;
}

void read_line(const ModelGrid& model, const std::vector<ModelRead>& x, const ModelRead& y, const ModelRead& z,
               float* values) {
    const auto row = [&](std::int64_t iy, std::int64_t iz) {
        return model.values.data() + model.extent.index(0, iy, iz);
    };
    const std::array<const float*, 4> rows{row(y.at, z.at), row(y.next, z.at), row(y.at, z.next), row(y.next, z.next)};
    if (y.share == 0 && z.share == 0) {
        for (const ModelRead& read : x) *values++ = std::lerp(rows[0][read.at], rows[0][read.next], read.share);
        return;
    }
    for (const ModelRead& read : x) {
        std::array<float, 4> value;
        for (std::size_t k = 0; k < 4; ++k) value[k] = std::lerp(rows[k][read.at], rows[k][read.next], read.share);
        *values++ = std::lerp(std::lerp(value[0], value[1], y.share), std::lerp(value[2], value[3], y.share), z.share);
    }
}

std::vector<float> resample_nodes(const ModelGrid& model, Resampling resampling, const NodeBox& nodes,
                                  const Point& from, double spacing_m) {
    const auto reads_along = [&](int axis, std::int64_t first, std::int64_t end) {
        std::vector<ModelRead> reads;
        for (std::int64_t i = first; i < end; ++i)
            reads.push_back(read_along(model, resampling, axis, from.along(axis) + static_cast<double>(i) * spacing_m));
        return reads;
    };
    const std::vector<ModelRead> x = reads_along(0, nodes.from.x, nodes.to.x);
    const std::vector<ModelRead> y = reads_along(1, nodes.from.y, nodes.to.y);
    std::vector<float> result(static_cast<std::size_t>(nodes.extent().nodes()));
    float* line = result.data();
    for (const ModelRead& at_z : reads_along(2, nodes.from.z, nodes.to.z))
        for (const ModelRead& at_y : y) {
            read_line(model, x, at_y, at_z, line);
            line += x.size();
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
