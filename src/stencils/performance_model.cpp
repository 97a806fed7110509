// SPDX-License-Identifier: MIT
#include "stencils/performance_model.hpp"

#include <algorithm>

namespace wavesim {

double predict_cpu_ctpn(const StencilProblem& problem, double triad_bytes_per_s, int threads, const std::string& isa) {
    // Three values per node move through memory: u read, u- read and overwritten.
    const double memory_s = 3.0 * static_cast<double>(bytes_of(problem.precision)) / triad_bytes_per_s;
    // One multiply-add per point, 3e9 vector operations per second and thread, two thirds of them useful.
    const double vector_bytes = isa == "x86-64-v4" ? 64 : isa == "x86-64-v3" ? 32 : 16;
    const double lanes = vector_bytes / static_cast<double>(bytes_of(problem.precision));
    const double arithmetic_s = point_count(problem.stencil) / (2e9 * lanes * std::max(1, threads));
    return std::max(memory_s, arithmetic_s);
}

}  // namespace wavesim
