// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "programs/program.hpp"

namespace wavesim {

/// The formula of a program carried out as it is written, node by node, without contraction and without the rules of
/// any kernel: what all kernels are compared with. `from` and `to` are whole fields (ProgramField), and the ring of
/// `to` is that of `from`. Same bits for any number of threads.
void step_reference(const StencilProgram& program, const Extent& inner, const std::vector<double>& from,
                    std::vector<double>& to, int threads);
void step_reference(const StencilProgram& program, const Extent& inner, const std::vector<float>& from,
                    std::vector<float>& to, int threads);

/// `iterations` of them, in place.
template <class Real>
void run_reference(const StencilProgram& program, const Extent& inner, std::vector<Real>& field, int iterations,
                   int threads) {
    std::vector<Real> other = field;
    for (int i = 0; i < iterations; ++i) {
        step_reference(program, inner, field, other, threads);
        field.swap(other);
    }
}

/// Values of a field that is bounded for every program of positive weights: between 0.5 and 1.5, from a seed.
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
