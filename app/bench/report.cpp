// SPDX-License-Identifier: MIT
#include "app/bench/report.hpp"

#include <fmt/format.h>

#include "app/quantity_text.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

namespace {

std::string error_of(const StepTiming& row) { return row.error ? fmt::format("{:.1e}", *row.error) : "-"; }

std::string picojoules(const std::optional<double>& joules) {
    return joules ? fmt::format("{:.4g}", 1e12 * *joules) : "-";
}

/// A number, or a dash on a CPU, where it does not exist.
std::string number_or_dash(int value, const StepTiming& row) {
    return row.facts.device.empty() ? "-" : fmt::format("{}", value);
}

}  // namespace

std::optional<double> joule_per_node(const StepTiming& row) {
    if (!row.joule_per_step) return {};
    return *row.joule_per_step / static_cast<double>(row.extent.nodes());
}

std::optional<double> joule_per_flop(const StepTiming& row) {
    if (!row.joule_per_step || row.shape == "program") return {};
    return *joule_per_node(row) / (2.0 * row.points);
}

double occupancy(const StepTiming& row) {
    const double most = row.facts.threads_per_multiprocessor;
    return most > 0 ? row.facts.threads_per_block * row.facts.blocks_per_multiprocessor / most : 0;
}

std::string share_of_peak(double rate, double peak) {
    return rate > peak ? "cache" : fmt::format("{:.2f}", 100 * rate / peak);
}

std::string grid_text(const StepTiming& row) { return extent_text(row.extent, row.extent.ny == 1 ? 2 : 3); }

std::string bench_header(const BenchReport& report) {
    const std::string machine = fmt::format("{}, {}, {} thread{}", report.processor, report.isa, report.threads,
                                            report.threads == 1 ? "" : "s");
    if (report.device.empty())
        return fmt::format("{}\n{:<20} {:>4} {:>18} {:>9} {:>9} {:>7} {:>7} {:>7}\n", machine, "stencil", "K", "grid",
                           "CTPN", "Mnode/s", "GB/s", "of F", "x F");
    return fmt::format(
        "{}; {}\n{:<20} {:>4} {:<17} {:>16} {:>6} {:<16} {:>14} {:>4} {:>7} {:>6} {:>9} {:>7} {:>6} {:>6} {:>6} "
        "{:>8}\n",
        report.device, machine, "stencil", "K", "shape", "grid", "", "backend", "tile", "regs", "shared", "spills",
        "CTPN", "Gnode/s", "GB/s", "x F", "F GB/s", "error");
}

std::string bench_row(const BenchReport& report, const StepTiming& row) {
    if (report.device.empty())
        return fmt::format("{:<20} {:>4} {:>18} {:>6.3f} ns {:>9.0f} {:>7.1f} {:>5.0f} % {:>7.2f}\n", row.stencil,
                           row.points, grid_text(row), row.ctpn_s * 1e9, row.nodes_per_s * 1e-6, row.bytes_per_s * 1e-9,
                           100 / row.ratio_to_floor, row.ratio_to_floor);
    return fmt::format(
        "{:<20} {:>4} {:<17} {:>16} {:>6} {:<16} {:>14} {:>4} {:>7} {:>6} {:>6.3f} ps {:>7.1f} {:>6.0f} {:>6.3f} "
        "{:>6.0f} "
        "{:>8}\n",
        row.stencil, row.points, row.shape, grid_text(row), word_of(row.precision), row.backend,
        row.facts.tile.empty() ? "-" : row.facts.tile, number_or_dash(row.facts.registers, row),
        number_or_dash(row.facts.shared_bytes, row), number_or_dash(row.facts.local_bytes, row), row.ctpn_s * 1e12,
        row.nodes_per_s * 1e-9, row.bytes_per_s * 1e-9, row.ratio_to_floor, row.floor_bytes_per_s * 1e-9,
        error_of(row));
}

std::string bench_scene_text(const WholeStepTiming& timing) {
    const double step = timing.whole.ctpn_s * static_cast<double>(timing.whole.extent.nodes());
    std::string text = fmt::format("The whole step takes {} and {:.2f} times its bulk step ({} per node).\n",
                                   si_text(step, "s"), timing.ratio_to_bulk, si_text(timing.bulk_ctpn_s, "s"));
    text += "Time per step and phase, each alone beside the bulk step:\n";
    for (const WholeStepTiming::Phase& phase : timing.phases)
        text += fmt::format("  {:<10} {:>9} {:>5.1f} %\n", phase.name, si_text(phase.seconds_per_step, "s"),
                            100 * phase.seconds_per_step / step);
    return text;
}

std::string bench_csv(const BenchReport& report) {
    std::string text =
        "stencil,points,shape,backend,nx,ny,nz,precision,tile,registers,shared_bytes,spill_bytes,"
        "blocks_per_multiprocessor,occupancy,loaded_values,ctpn_s,ctpn_min_s,ctpn_max_s,nodes_per_s,bytes_per_s,floor_"
        "ctpn_s,floor_bytes_per_s,"
        "ratio_to_floor,relative_error,joule_per_step,joule_per_flop,device,threads,isa,processor,date\n";
    const auto number = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.6g}", *value) : std::string{};
    };
    const auto add = [&](const StepTiming& r) {
        text += fmt::format("{},{},{},{},{},{},{},{},\"{}\",", r.stencil, r.points, r.shape, r.backend, r.extent.nx,
                            r.extent.ny, r.extent.nz, word_of(r.precision), r.facts.tile);
        text += fmt::format("{},{},{},{},{:.4g},{:.6g},", r.facts.registers, r.facts.shared_bytes, r.facts.local_bytes,
                            r.facts.blocks_per_multiprocessor, occupancy(r), r.facts.loaded_values);
        text += fmt::format("{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.4f},", r.ctpn_s, r.ctpn_min_s,
                            r.ctpn_max_s, r.nodes_per_s, r.bytes_per_s, r.floor_ctpn_s, r.floor_bytes_per_s,
                            r.ratio_to_floor);
        text += fmt::format("{},{},{},\"{}\",{},{},\"{}\",{}\n", number(r.error), number(r.joule_per_step),
                            number(joule_per_flop(r)), r.facts.device, r.threads, r.isa, report.processor, report.date);
    };
    for (const StepTiming& row : report.rows) add(row);
    if (report.scene) add(report.scene->whole);
    return text;
}

std::string bench_markdown(const BenchReport& report) {
    std::string text = fmt::format("wavesim {}, {}, {}\n\n", report.version,
                                   report.device.empty() ? report.processor : report.device, report.date);
    text +=
        "| stencil | K | shape | grid | precision | backend | tile | registers | shared [B] | spills [B] | CTPN [ps] | "
        "Gnode/s | GB/s | x F | F [GB/s] | error | pJ/node | pJ/FLOP |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    const auto add = [&](const StepTiming& r) {
        text +=
            fmt::format("| `{}` | {} | {} | {} | {} | `{}` | {} | {} | {} | {} | {:.3f} | {:.1f} | {:.0f} | {:.3f} ",
                        r.stencil, r.points, r.shape, grid_text(r), word_of(r.precision), r.backend,
                        r.facts.tile.empty() ? "-" : r.facts.tile, number_or_dash(r.facts.registers, r),
                        number_or_dash(r.facts.shared_bytes, r), number_or_dash(r.facts.local_bytes, r),
                        r.ctpn_s * 1e12, r.nodes_per_s * 1e-9, r.bytes_per_s * 1e-9, r.ratio_to_floor);
        text += fmt::format("| {:.0f} | {} | {} | {} |\n", r.floor_bytes_per_s * 1e-9, error_of(r),
                            picojoules(joule_per_node(r)), picojoules(joule_per_flop(r)));
    };
    for (const StepTiming& row : report.rows) add(row);
    if (report.scene) {
        add(report.scene->whole);
        text += "\n| phase | s per step |\n|---|---|\n";
        for (const auto& phase : report.scene->phases)
            text += fmt::format("| {} | {:.3g} |\n", phase.name, phase.seconds_per_step);
    }
    return text;
}

}  // namespace wavesim
