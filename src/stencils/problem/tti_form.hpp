// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// How the wave equation of a tilted transversely isotropic medium (TTI) is discretised.
enum class TtiForm {
    self_adjoint,  ///< two passes, conserves an energy: stable for any tilt
    k73,           ///< one pass over 73 nodes; stable for constant tilt only
};

}  // namespace wavesim
