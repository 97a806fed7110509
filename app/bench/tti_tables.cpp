// SPDX-License-Identifier: MIT
#include "app/bench/tti_tables.hpp"

#include <fmt/format.h>

#include "app/bench/published_semi.hpp"
#include "app/bench/report.hpp"
#include "app/quantity_text.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/problem/words.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim {

namespace {

double nodes_of(const StepTiming& row) { return static_cast<double>(row.extent.nodes()); }

std::string where(const StepTiming& row) { return row.facts.device.empty() ? row.isa : row.facts.device; }

std::string name_of(const StepTiming& row) {
    return row.precision == Precision::float32 ? row.stencil : row.stencil + " (double)";
}

std::string time_table(const std::vector<StepTiming>& rows) {
    std::string text = fmt::format("\n{:<32} {:<16} {:>16} {:>12} {:>8} {:>12} {:>9}\n", "seconds for 1000 steps", "on",
                                   "grid", "s", "+-", "ps per node", "Gnode/s");
    const auto line = [&](const std::string& name, const std::string& on, const std::string& grid, double seconds,
                          const std::string& spread, double nodes) {
        text += fmt::format("{:<32} {:<16} {:>16} {:>12.2f} {:>8} {:>12.2f} {:>9.2f}\n", name, on, grid, seconds,
                            spread, 1e9 * seconds / nodes, 1e-6 * nodes / seconds);
    };
    for (const StepTiming& row : rows) {
        const double each = 1000 * nodes_of(row);
        line(name_of(row), where(row), grid_text(row), each * row.ctpn_s,
             fmt::format("{:.2f}", each * (row.ctpn_max_s - row.ctpn_min_s) / 2), nodes_of(row));
    }
    for (const PublishedTime& row : published_times) {
        line(row.kernel, "A100, published", "900 x 900 x 900", row.a100_s, "", a100_nodes);
        line(row.kernel, "V100, published", "850 x 850 x 850", row.v100_s, "", v100_nodes);
    }
    return text;
}

std::string rate_table(const std::vector<StepTiming>& rows) {
    std::string text =
        fmt::format("\n{:<32} {:<16} {:>14} {:>10} {:>10} {:>10} {:>8}\n", "1000 steps against the memory", "on",
                    "FLOP (x 10^13)", "FLOP/byte", "peak GF/s", "GF/s", "% peak");
    const auto line = [&](const std::string& name, const std::string& on, double flop, double intensity, double peak,
                          double achieved) {
        text += fmt::format("{:<32} {:<16} {:>14.3f} {:>10.2f} {:>10.0f} {:>10.0f} {:>8}\n", name, on, 1e-13 * flop,
                            intensity, peak, achieved, share_of_peak(achieved, peak));
    };
    for (const StepTiming& row : rows) {
        const bool k73 = row.stencil.starts_with(word_of(TtiForm::k73));
        const int dims = row.extent.ny == 1 ? 2 : 3;
        const int passes = row.node_bytes > 12 * bytes_of(row.precision) ? 2 : 1;
        const TtiWork work = tti_work(k73 ? TtiForm::k73 : TtiForm::self_adjoint, dims, passes);
        if (work.flops == 0) continue;
        const double intensity = work.flops / static_cast<double>(work.values * bytes_of(row.precision));
        line(name_of(row), where(row), 1000 * work.flops * nodes_of(row), intensity,
             1e-9 * intensity * row.floor_bytes_per_s, 1e-9 * work.flops / row.ctpn_s);
    }
    for (const PublishedRate& row : published_rates)
        line(row.kernel, "A100, published", row.flop, row.intensity, row.peak, row.achieved);
    return text;
}

}  // namespace

std::string bench_tti_tables(const std::vector<StepTiming>& rows) {
    if (rows.empty()) return {};
    return time_table(rows) + rate_table(rows) +
           "Published: Sai et al., \"Using the semi-stencil algorithm to accelerate high-order stencils on GPUs\", "
           "Tables "
           "III and IV:\nk73 with PML, whole grid. Ours: without layers, with layers of 20 cells and, k73, with a "
           "sponge of 20 cells, which\ncount as nodes; FLOP without layers by the formulas of the kernels, a fused "
           "multiply-add as "
           "two; "
           "bytes that must move "
           "even if "
           "caches were perfect;\nthe peak is the rate of F times FLOP per byte; cache: faster, since the fields stay "
           "in "
           "caches.\n";
}

}  // namespace wavesim
