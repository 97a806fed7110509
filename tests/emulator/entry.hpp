// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim::emulator {

/// Runs Kernel, or what the text of a kernel has for the run-time compiler, where the spec has its entry.
template <class Kernel, class Spec, class Arguments>
void run_or_enter(const Arguments& arguments) {
    if constexpr (requires { Spec::enter(arguments); })
        Spec::enter(arguments);
    else
        Kernel::run(arguments);
}

}  // namespace wavesim::emulator
