// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "io/result/result_file.hpp"
#include "io/small_plan.hpp"

namespace wavesim {

/// Traces 0.5 n and -0.25 n over eight steps, and everything else that a result can hold.
inline void write_example_result(const std::filesystem::path& file, const Plan& plan) {
    std::vector<double> samples;
    std::vector<double> exact;
    for (int n = 0; n < 8; ++n) {
        samples.insert(samples.end(), {0.5 * n, -0.25 * n});
        exact.insert(exact.end(), {0.0, n == 3 ? 7.0 : 1.0});
    }
    RunReport report;
    report.steps_done = 8;
    report.peak_pa = 1.5;
    report.backend = "cpu";
    report.isa = "x86-64-v3";
    write_result_file(file, {plan,
                             RecordedTraces(samples, 2),
                             report,
                             "took 1 s\n",
                             true,
                             ResultComparison{"shoebox", exact, {0.01, 0.02}},
                             {{"audio/a.wav", 2.0}, {"audio/b.wav", 2.0}}});
}

}  // namespace wavesim
