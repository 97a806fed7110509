// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench/program_report.hpp"

namespace wavesim {

/// What the text of Rawat et al. (Proceedings of the IEEE 106 (2018), 1902) says of STENCILGEN on a Tesla P100: section
/// VIII-A, and section IV-B for j3d7pt. Its figures 9 and 10 have the other programs, as bars without numbers.
struct StencilgenRow {
    const char* program;
    Precision precision;
    double gflops;
};
/// Memory rate of a P100 by its data sheet [bytes/s].
inline constexpr double p100_rate = 732e9;

/// Rate of a P100 [FLOP/s]; empty if the paper has no number.
std::optional<double> stencilgen_on_p100(const std::string& program, Precision precision);

/// A measured rate [FLOP/s] of a program.
struct StencilgenResult {
    std::string program;
    Precision precision = Precision::float32;
    double flops_per_s = 0;
};
/// The fastest row of each program and precision.
std::vector<StencilgenResult> fastest_results(const ProgramReport& report);

/// Each result beside the rate on a P100, scaled by memory rate, and the geometric mean of the ratios. The rates of the
/// memory here [bytes/s] were measured in float and in double; 0 where nothing was measured.
std::string stencilgen_text(const std::vector<StencilgenResult>& results, double float_rate, double double_rate);

}  // namespace wavesim
