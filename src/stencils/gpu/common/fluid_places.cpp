// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/fluid_places.hpp"

namespace wavesim {

FluidPlaces fluid_places(const ProblemShape& shape, const DeviceLayout& layout) {
    FluidPlaces places;
    const std::int64_t level = layout.values * fluid_value_bytes(shape);
    places.bytes = level;
    const auto each_axis = [&](const auto& act) {
        for (const int axis : {0, 1, 2})
            if (axis != 1 || shape.stencil.dims == 3) act(axis);
    };
    each_axis([&](int axis) {
        places.buoyancy[static_cast<std::size_t>(axis)] = places.bytes;
        places.bytes += level;
    });
    each_axis([&](int axis) {
        places.low_side[static_cast<std::size_t>(axis)] = places.bytes;
        places.bytes += 4 * (shape.extent.nodes() / shape.extent.along(axis));
    });
    return places;
}

}  // namespace wavesim
