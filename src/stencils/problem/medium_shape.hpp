// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>

#include "stencils/equations/program.hpp"
#include "stencils/problem/absorbing_layers.hpp"
#include "stencils/problem/medium_storage.hpp"
#include "stencils/problem/tti_form.hpp"

namespace wavesim {

// Properties of a medium that are known before its values. Each kind of medium defines its own; see media.hpp.

/// Where the wave speed c varies, node i has the factor (c_i / c)^2 in (0, 1], where c is the fastest speed. Media of
/// every kind have it.
struct SpeedShape {
    bool varies = false;
    MediumStorage storage = MediumStorage::float32;

    bool coded() const { return storage != MediumStorage::float32; }
    /// Bytes per node of the factors of a problem.
    std::int64_t bytes_per_node() const { return varies ? bytes_of(storage) : 0; }
    bool operator==(const SpeedShape&) const = default;
};

/// Constant density: u_tt = c_i^2 Laplace u.
struct ScalarShape {
    /// Bytes per node of the medium in a problem of `dims` dimensions.
    std::int64_t host_bytes_per_node(const SpeedShape& speed, const AbsorbingLayers&, int /*dims*/) const {
        return speed.bytes_per_node();
    }
};

/// The density varies: density_operator.hpp, whose differences are of order 2 `half_order`.
struct DensityShape {
    int half_order = 1;
    /// A modulus and a buoyancy for each axis, as floats for every storage: the CPU uses these.
    std::int64_t host_bytes_per_node(const SpeedShape&, const AbsorbingLayers&, int dims) const {
        return 4 * (1 + dims);
    }
};

/// A tilted transversely isotropic medium: problem/tilted_medium.hpp.
struct TtiShape {
    TtiForm form = TtiForm::self_adjoint;
    /// Bytes of epsilon, delta and the axis; layers of the self-adjoint form also change the speed.
    std::int64_t host_bytes_per_node(const SpeedShape& speed, const AbsorbingLayers& layers, int) const {
        return speed.bytes_per_node() + 4 * (5 + (form == TtiForm::self_adjoint && layers.any() ? 1 : 0));
    }
};

/// A program: statements define how the fields change (equations/program.hpp).
struct ProgramShape {
    std::shared_ptr<const equations::Program> program;  ///< shared by copies; never modified
    int heard = 0;                                      ///< field that receivers, snapshots and field checks read
    double time_step_s = 0;
    double spacing_m = 0;
    int varying = 0;  ///< number of parameters that have a value per node
    /// Bytes of those values as doubles, and of the factors that sources need.
    std::int64_t host_bytes_per_node(const SpeedShape& speed, const AbsorbingLayers&, int) const {
        return speed.bytes_per_node() + std::int64_t{8} * varying;
    }
};

}  // namespace wavesim
