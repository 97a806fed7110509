// SPDX-License-Identifier: MIT
// Stands before the product's header of this name: one kind of medium more.
#pragma once
#include <variant>

#include "stencils/problem/medium_shape.hpp"

namespace wavesim {

/// A medium in which the field of every node decays on its own: u+ = share u.
struct StubShape {
    double share = 0.5;
    std::int64_t host_bytes_per_node(const SpeedShape& speed, const AbsorbingLayers&, int) const {
        return speed.bytes_per_node() + 2;
    }
};

using MediumShape = std::variant<ScalarShape, DensityShape, TtiShape, ProgramShape, StubShape>;

}  // namespace wavesim
