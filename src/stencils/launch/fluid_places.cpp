// SPDX-License-Identifier: MIT
#include "stencils/launch/fluid_places.hpp"

namespace wavesim {

FluidPlaces fluid_places(const ProblemShape& shape, const DeviceLayout& layout) {
    FluidPlaces places;
    places.floats = layout.values;
    const auto each_axis = [&](const auto& act) {
        for (const int axis : {0, 1, 2})
            if (axis != 1 || shape.stencil.dims == 3) act(axis);
    };
    each_axis([&](int axis) {
        places.buoyancy[static_cast<std::size_t>(axis)] = places.floats;
        places.floats += layout.values;
    });
    each_axis([&](int axis) {
        places.low_side[static_cast<std::size_t>(axis)] = places.floats;
        places.floats += shape.extent.nodes() / shape.extent.along(axis);
    });
    return places;
}

}  // namespace wavesim
