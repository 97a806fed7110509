// SPDX-License-Identifier: MIT
#include "app/bench/semi_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/bench/published_semi.hpp"
#include "app/bench/report.hpp"
#include "app/quantity_text.hpp"
#include "stencils/gpu/families/gpu_backends.hpp"
#include "stencils/gpu/single/kernel_form.hpp"
#include "stencils/gpu/tti/k73_strategy.hpp"
#include "stencils/problem/words.hpp"
#include "stencils/rtc/kernel_lines.hpp"
#include "stencils/tti/work.hpp"

namespace wavesim {

namespace {

/// A backend, its name in the paper, and its number of planes in shared memory for R = 4.
struct Strategy {
    const char* backend;
    const char* published;  ///< name without the block size
    int planes;
};
constexpr Strategy strategies[] = {
    {"semi.gmem_3d", "gmem_3d_", 0},   {"semi.smem_3d", "smem_3d_", 0}, {"semi.smem_25d", "smem_25d_", 10},
    {"semi.semi_25d", "semi_25d_", 5}, {"semi.b", "semi+b_25d_", 6},    {"semi.ba", "semi+b+a_25d_", 6},
    {"semi.2z", "semi+2z_25d_", 6},
};

std::string published_name(const StepTiming& row) {
    for (const Strategy& strategy : strategies)
        if (row.backend == strategy.backend) return strategy.published + row.facts.tile;
    return {};
}

bool is_tti(const StepTiming& row) { return row.stencil.starts_with(word_of(TtiForm::k73)); }
bool has_layers(const StepTiming& row) { return row.stencil.ends_with("+layers"); }
const char* layers_text(const StepTiming& row) { return has_layers(row) ? " with layers" : ""; }

/// Times from the paper, which has them for both fields of k73 on the complete grid only.
std::string published_seconds(const StepTiming& row) {
    const std::string name = is_tti(row) && has_layers(row) ? published_name(row) : "";
    for (const PublishedTime& time : published_times)
        if (name == time.kernel) return fmt::format("{:>8.2f} {:>8.2f}", time.a100_s, time.v100_s);
    return fmt::format("{:>8} {:>8}", "-", "-");
}

std::string tile_or_isa(const StepTiming& row) { return row.facts.tile.empty() ? row.isa : row.facts.tile; }
double node_count(const StepTiming& row) { return static_cast<double>(row.extent.nodes()); }
/// Floating-point operations of the plain formulas, not of the kernel. For one field: u+ = sum of K products - u-.
double flops(const StepTiming& row) { return is_tti(row) ? tti_work(TtiForm::k73, 3, 1).flops : 2.0 * row.points; }

/// Lines of code of the kernel of a row; 0 if they are not known.
int lines_of(const StepTiming& row) {
    const std::string folder = "stencils/gpu/";
    if (is_tti(row)) {
        const K73Strategy* strategy = find_k73_strategy(row.backend);
        if (strategy != nullptr) return kernel_lines(folder + "tti/tti_semi.cuh", strategy->kernel);
        return row.backend == "stream25.tti" ? kernel_lines(folder + "tti/tti_k73_sweep.cuh", "TtiK73Sweep") : 0;
    }
    for (const KernelForm* form : kernel_forms())
        if (row.backend == form->backend) return kernel_lines(folder + form->header + ".cuh", form->kernel);
    return 0;
}
std::string lines_text(const StepTiming& row) {
    const int lines = lines_of(row);
    return lines > 0 ? std::to_string(lines) : "-";
}

/// The rows of the tables: for each block size the row with the most steps.
std::vector<const StepTiming*> blocks_of(const std::vector<StepTiming>& rows) {
    std::vector<const StepTiming*> blocks;
    for (const StepTiming& row : rows) {
        const auto same = std::ranges::find_if(blocks, [&](const StepTiming* other) {
            return other->backend == row.backend && other->stencil == row.stencil && other->extent == row.extent &&
                   other->precision == row.precision && other->facts.tile == row.facts.tile;
        });
        if (same == blocks.end())
            blocks.push_back(&row);
        else if ((*same)->steps < row.steps)
            *same = &row;
    }
    return blocks;
}

std::string block_times(const std::vector<const StepTiming*>& blocks) {
    std::string text = fmt::format(
        "\nTable III, seconds for 1000 steps; published: both fields of k73 with layers on 900^3 (A100), 850^3 (V100)\n"
        "{:<16} {:<10} {:>6} {:<18} {:>6} {:>9} {:>8} {:>7} {:>6} {:>8} {:>8}\n",
        "strategy", "block", "points", "grid", "steps", "s", "+-", "ps", "x F", "A100", "V100");
    for (const StepTiming* row : blocks) {
        const double each = 1000 * node_count(*row);
        text += fmt::format("{:<16} {:<10} {:>6} {:<18} {:>6} {:>9.2f} {:>8.2f} {:>7.3f} {:>6.2f} {}{}\n", row->backend,
                            tile_or_isa(*row), row->points, grid_text(*row), row->steps, each * row->ctpn_s,
                            each * (row->ctpn_max_s - row->ctpn_min_s) / 2, 1e12 * row->ctpn_s, row->ratio_to_floor,
                            published_seconds(*row), layers_text(*row));
    }
    return text;
}

std::string roofline_table(const std::vector<StepTiming>& rows, const std::vector<const StepTiming*>& blocks) {
    std::string text = fmt::format(
        "\nTable IV, best blocks against the memory, 1000 steps\n{:<16} {:<18} {:>6} {:<18} {:>14} {:>9} {:>9} {:>8} "
        "{:>7}\n",
        "strategy", "block", "points", "grid", "FLOP (x 10^13)", "FLOP/byte", "peak GF/s", "GF/s", "% peak");
    for (const StepTiming* row : blocks) {
        if (row != best_block(rows, row->backend, row->stencil, row->extent, row->precision)) continue;
        const double intensity = flops(*row) / static_cast<double>(row->node_bytes);
        const double peak = intensity * row->floor_bytes_per_s;
        const double achieved = flops(*row) / row->ctpn_s;
        text += fmt::format("{:<16} {:<18} {:>6} {:<18} {:>14.3f} {:>9.2f} {:>9.0f} {:>8.0f} {:>7}{}\n", row->backend,
                            tile_or_isa(*row), row->points, grid_text(*row), 1e-10 * flops(*row) * node_count(*row),
                            intensity, 1e-9 * peak, 1e-9 * achieved, share_of_peak(achieved, peak), layers_text(*row));
    }
    for (const PublishedRate& rate : published_rates)
        text += fmt::format("{:<16} {:<18} {:>6} {:<18} {:>14.3f} {:>9.2f} {:>9.0f} {:>8.0f} {:>7}\n",
                            "published, A100", rate.kernel, 73, "900 x 900 x 900", 1e-13 * rate.flop, rate.intensity,
                            rate.peak, rate.achieved, share_of_peak(rate.achieved, rate.peak));
    return text;
}

/// Shared memory of one field for 25 points, and of two fields for 73 points as in the paper.
std::string shared_table(const std::vector<const StepTiming*>& blocks) {
    std::string text = fmt::format(
        "\nTable V, bytes of shared memory by planes; published: of two fields\n{:<16} {:<10}", "", "block");
    for (int planes = 5; planes <= 9; ++planes) text += fmt::format(" {:>8}", planes);
    text += '\n';
    for (const PublishedShared& row : published_shared) {
        text += fmt::format("{:<16} {:<10}", "published", fmt::format("{}x{}", row.x, row.y));
        for (const int bytes : row.bytes) text += fmt::format(" {:>8}", bytes);
        text += '\n';
    }
    text += fmt::format("\n{:<16} {:<18} {:>6} {:>8} {:>10} {:>10} {:>10} {:>14}\n", "strategy", "block", "points",
                        "planes", "bytes", "registers", "occupancy", "lines of code");
    std::vector<std::string> known;
    for (const StepTiming* row : blocks)
        for (const Strategy& strategy : strategies) {
            if (row->backend != strategy.backend) continue;
            const std::string line =
                fmt::format("{:<16} {:<18} {:>6} {:>8} {:>10} {:>10} {:>8.0f} % {:>14}\n", row->backend,
                            row->facts.tile, row->points, strategy.planes > 0 ? std::to_string(strategy.planes) : "-",
                            row->facts.shared_bytes, row->facts.registers, 100 * occupancy(*row), lines_text(*row));
            if (std::ranges::find(known, line) == known.end()) known.push_back(line), text += line;
        }
    for (const PublishedLines& row : published_lines)
        text += fmt::format("{:<16} {:<18} {:>6} {:>8} {:>10} {:>10} {:>10} {:>14}\n", "published", row.kernel, 73, "",
                            "", "", "", row.lines);
    return text;
}

}  // namespace

const StepTiming* best_block(const std::vector<StepTiming>& rows, const std::string& backend,
                             const std::string& stencil, const Extent& extent, Precision precision) {
    const StepTiming* best = nullptr;
    for (const StepTiming& row : rows) {
        if (row.backend != backend || row.stencil != stencil || row.extent != extent || row.precision != precision)
            continue;
        if (best == nullptr || row.steps > best->steps || (row.steps == best->steps && row.ctpn_s < best->ctpn_s))
            best = &row;
    }
    return best;
}

std::string bench_semi_tables(const std::vector<StepTiming>& rows) {
    if (rows.empty()) return {};
    const std::vector<const StepTiming*> blocks = blocks_of(rows);
    return block_times(blocks) + roofline_table(rows, blocks) + shared_table(blocks) +
           "Published: Sai et al., \"Using the semi-stencil algorithm to accelerate high-order stencils on GPUs\": "
           "k73 with PML on the whole grid.\n25 points: one field; FLOP: 2 K per node. 73 points: the two fields of "
           "k73 (tti.form); FLOP by its formulas. Bytes that must move\neven if caches were perfect; the peak is the "
           "rate of F times FLOP per byte. Lines of code: of the kernel and all that it uses,\nwithout comments.\n";
}

}  // namespace wavesim
