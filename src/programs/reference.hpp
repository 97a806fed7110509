// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "programs/program.hpp"

namespace wavesim {

/// Evaluates the formula of a program as written, node by node, without contraction and without the schemes of a
/// kernel. All kernels are compared with it. `from` and `to` are whole fields (ProgramField), and the ring of `to` is
/// that of `from`. Same bits for any number of threads.
void step_reference(const StencilProgram& program, const Extent& inner, const std::vector<double>& from,
                    std::vector<double>& to, int threads);
void step_reference(const StencilProgram& program, const Extent& inner, const std::vector<float>& from,
                    std::vector<float>& to, int threads);

/// Carries out `iterations` steps in place.
template <class Real>
void run_reference(const StencilProgram& program, const Extent& inner, std::vector<Real>& field, int iterations,
                   int threads) {
    std::vector<Real> other = field;
    for (int i = 0; i < iterations; ++i) {
        step_reference(program, inner, field, other, threads);
        field.swap(other);
    }
}

/// Random values between 0.5 and 1.5, from a seed. With them the field stays bounded for programs of positive weights.
template <class Real>
std::vector<Real> sample_field(const ProgramField& field, std::uint64_t seed) {
    std::vector<Real> values(static_cast<std::size_t>(field.whole.nodes()));
    for (Real& value : values) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        value = static_cast<Real>(0.5 + static_cast<double>(seed >> 40) * 0x1p-24);
    }
    return values;
}

}  // namespace wavesim
