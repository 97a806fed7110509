// SPDX-License-Identifier: MIT
#include "app/bench/published_stencilgen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

constexpr std::array on_p100{
    StencilgenRow{"gaussian", Precision::float64, 1000},
    StencilgenRow{"j3d7pt", Precision::float32, 1200},
    StencilgenRow{"j3d27pt", Precision::float64, 1200},
    StencilgenRow{"cheby", Precision::float64, 2200},
};

}  // namespace

std::optional<double> stencilgen_on_p100(const std::string& program, Precision precision) {
    const auto found = std::ranges::find_if(
        on_p100, [&](const StencilgenRow& row) { return row.program == program && row.precision == precision; });
    return found == on_p100.end() ? std::nullopt : std::optional(1e9 * found->gflops);
}

std::vector<StencilgenResult> fastest_results(const ProgramReport& report) {
    std::vector<StencilgenResult> results;
    for (const ProgramTiming& row : report.rows) {
        const auto same = std::ranges::find_if(results, [&](const StencilgenResult& result) {
            return result.program == row.program && result.precision == row.precision;
        });
        if (same == results.end())
            results.push_back({row.program, row.precision, row.flops_per_s()});
        else
            same->flops_per_s = std::max(same->flops_per_s, row.flops_per_s());
    }
    return results;
}

std::string stencilgen_text(const std::vector<StencilgenResult>& results, double float_rate, double double_rate) {
    std::string text = fmt::format(
        "\nSTENCILGEN on a Tesla P100 (Rawat et al. 2018), scaled by memory rate\n{:<18} {:>6} {:>12} {:>8} {:>8} "
        "{:>6}\n",
        "program", "", "GFLOP/s here", "P100", "scaled", "ratio");
    double logarithms = 0;
    int count = 0;
    for (const StencilgenResult& result : results) {
        const double rate = result.precision == Precision::float32 ? float_rate : double_rate;
        const std::optional<double> theirs = stencilgen_on_p100(result.program, result.precision);
        text += fmt::format("{:<18} {:>6} {:>12.0f} ", result.program, word_of(result.precision),
                            1e-9 * result.flops_per_s);
        if (!theirs) {
            text += fmt::format("{:>8} {:>8} {:>6}\n", "-", "-", "-");
            continue;
        }
        const double scaled = *theirs * rate / p100_rate;
        text += fmt::format("{:>8.0f} {:>8.0f} {:>6.2f}\n", 1e-9 * *theirs, 1e-9 * scaled, result.flops_per_s / scaled);
        logarithms += std::log(result.flops_per_s / scaled);
        ++count;
    }
    if (count > 0)
        text += fmt::format("geometric mean of the ratios of {} rows: {:.2f}\n", count, std::exp(logarithms / count));
    for (const auto& [name, rate] : {std::pair{"float", float_rate}, std::pair{"double", double_rate}})
        if (rate > 0) text += fmt::format("memory in {}: {:.0f} GB/s, measured here\n", name, 1e-9 * rate);
    return text + fmt::format(
                      "memory of a P100: {:.0f} GB/s by its data sheet. The text of the paper has these four "
                      "numbers; for\nthe other programs its figures 9 and 10 show bars only.\n",
                      1e-9 * p100_rate);
}

}  // namespace wavesim
