// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim::emulator {

/// A way to run a kernel on the emulator, and the Spec that it runs it with, for tests of types.
template <class F, class S>
struct FormOf {
    using Form = F;
    using Spec = S;
    static constexpr double tolerance = sizeof(typename Spec::Real) == 4 ? 2e-6 : 1e-14;  ///< of one step
};

}  // namespace wavesim::emulator
