// SPDX-License-Identifier: MIT
// How Specs that the program has generated are run (tests/program_specs/write_wave_specs.cpp).
#pragma once
#include "emulated_case.hpp"
#include "stencils/gpu/per_node/texture.cuh"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

/// Kernels have weights times courant^2.
inline Stencil scaled(const char* name, double courant) {
    Stencil stencil = make_stencil(name, 3);
    for (double& a : stencil.a) a *= courant * courant;
    return stencil;
}

template <class S>
struct SweptBy {
    using Spec = S;
    static void run(Case<Spec>& test, emulator::BlockEmulator& emulator) {
        using Kernel = kernels::Sweep<Spec>;
        test.walk(emulator, Spec::tile_x, Spec::tile_y, Kernel::threads, Kernel::shared_bytes, 3, 2,
                  [](const auto& arguments) { Kernel::run(arguments); });
    }
};

template <class S>
struct UnrolledBy {
    using Spec = S;
    static void run(Case<Spec>& test, emulator::BlockEmulator& emulator) {
        using Kernel = kernels::TextureUnrolled<Spec>;
        test.arguments.chunk = Spec::tile_z * Spec::rows;
        test.run(emulator, Spec::tile_x, Spec::tile_y, Kernel::threads, 0,
                 [](const auto& arguments) { Kernel::run(arguments); });
    }
};

}  // namespace wavesim
