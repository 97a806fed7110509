// SPDX-License-Identifier: MIT
#include "app/bench/program_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/bench/program_rows.hpp"
#include "app/bench/published.hpp"
#include "app/quantity_text.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

std::string grid_of(const ProgramTiming& row) { return extent_text(row.extent, row.dims); }

std::string tile_of(const ProgramTiming& row) {
    const BlockingConfiguration& c = row.configuration;
    return row.dims == 2 ? fmt::format("{}", c.tile_x) : fmt::format("{}x{}", c.tile_x, c.tile_y);
}

std::string nodes_of(const BlockingConfiguration& c) { return fmt::format("{}x{}", c.nodes_x, c.nodes_y); }

std::string stream_of(const BlockingConfiguration& c) { return c.stream == 0 ? "-" : fmt::format("{}", c.stream); }

/// One word for how a kernel stores planes and sums in registers.
std::string scheme_of(const BlockingConfiguration& c) {
    return fmt::format("{}/{}/{}{}", word_of(c.registers), word_of(c.planes), word_of(c.sums), c.lanes ? "/lanes" : "");
}

std::string published_tuned(const ProgramTiming& row) {
    const PublishedRow* found = published_row(row.program, row.precision);
    return found == nullptr ? "-" : fmt::format("{}", found->tuned);
}

std::string joules_of(const std::optional<double>& joules, double unit, const char* not_measured) {
    return joules ? fmt::format("{:.4g}", unit * *joules) : not_measured;
}

/// The ratio with three decimals, or `not_measured`.
std::string ratio_of(const ProgramTiming& row, const char* not_measured) {
    const auto ratio = row.ratio_to_floor();
    return ratio ? fmt::format("{:.3f}", *ratio) : not_measured;
}

}  // namespace

std::string program_header(const ProgramReport& report) {
    return fmt::format(
        "{}\n{:<18} {:>16} {:>6} {:<10} {:>3} {:>7} {:>5} {:>5} {:<34} {:>4} {:>7} {:>6} {:>6} {:>8} {:>6} {:>8} {:>8} "
        "{:>6} {:>8}\n",
        report.device, "program", "grid", "", "kind", "bT", "bS", "nodes", "hSN", "registers/planes/sums", "regs",
        "shared", "stores", "spills", "Gnode/s", "x F", "GFLOP/s", "model", "V100", "error");
}

std::string program_row(const ProgramTiming& row) {
    const BlockingConfiguration& c = row.configuration;
    return fmt::format(
        "{:<18} {:>16} {:>6} {:<10} {:>3} {:>7} {:>5} {:>5} {:<34} {:>4} {:>7} {:>6} {:>6} {:>8.1f} {:>6} {:>8.0f} "
        "{:>8.0f} {:>6} {:>8.1e}\n",
        row.program, grid_of(row), word_of(row.precision), row.kind, c.levels, tile_of(row), nodes_of(c), stream_of(c),
        scheme_of(c), row.facts.registers, row.facts.shared_bytes, row.stores_per_node, row.facts.spill_bytes,
        1e-9 * row.nodes_per_s, ratio_of(row, "-"), 1e-9 * row.flops_per_s(), 1e-9 * row.predicted_flops_per_s(),
        published_tuned(row), row.error);
}

std::string program_energy(const ProgramReport& report, const std::string& why_not) {
    if (!why_not.empty()) return fmt::format("energy: not available: {}\n", why_not);
    std::string text;
    for (const ProgramTiming& row : report.rows)
        if (row.joule_per_node)
            text += fmt::format("energy of {} ({}, {}): {} per node and iteration, {} per FLOP\n", row.program,
                                row.kind, word_of(row.precision), si_text(*row.joule_per_node, "J"),
                                row.joule_per_flop() ? si_text(*row.joule_per_flop(), "J") : "-");
    return text;
}

std::string program_footer() {
    return "bT: iterations per pass. bS: tile of a block, overlap included. nodes: of a thread. hSN: planes per block\n"
           "(division of the last axis). shared [bytes] and stores (values that a node puts there per level): table 1\n"
           "of AN5D. x F: time of a node and iteration by that of the two-step floor F, which moves 12 bytes (float).\n"
           "model and V100 [GFLOP/s]: the model of AN5D with the rates of an H200, scaled by multiprocessors, and its "
           "table 5\n"
           "(tuned). error: against the formula in double after two passes and one iteration on a small grid.\n";
}

ordered_json program_json(const ProgramReport& report) {
    ordered_json json{{"format_version", 1},
                      {"wavesim", report.version},
                      {"date", report.date},
                      {"device", report.device},
                      {"programs", ordered_json::array()}};
    for (const ProgramTiming& row : report.rows) json["programs"].push_back(program_row_json(row));
    return json;
}

std::string program_csv(const ProgramReport& report) {
    std::string text =
        "program,kind,nx,ny,nz,precision,iterations,levels,tile,nodes,stream,registers_scheme,planes,sums,lanes,"
        "registers,shared_bytes,stores_per_node,spill_bytes,seconds,nodes_per_s,ratio_to_floor,flops_per_s,"
        "model_flops_per_s,an5d_v100_gflops,relative_error,joule_per_node,joule_per_flop,device,date\n";
    for (const ProgramTiming& row : report.rows) {
        const BlockingConfiguration& c = row.configuration;
        text += fmt::format("{},{},{},{},{},{},{},{},{}x{},{},{},{},{},{},{},", row.program, row.kind, row.extent.nx,
                            row.extent.ny, row.extent.nz, word_of(row.precision), row.iterations, c.levels, c.tile_x,
                            c.tile_y, nodes_of(c), c.stream, word_of(c.registers), word_of(c.planes), word_of(c.sums),
                            c.lanes ? "yes" : "no");
        text += fmt::format(
            "{},{},{},{},{:.6g},{:.6g},{},{:.6g},{:.6g},{},{:.3g},{},{},\"{}\",{}\n", row.facts.registers,
            row.facts.shared_bytes, row.stores_per_node, row.facts.spill_bytes, row.seconds, row.nodes_per_s,
            ratio_of(row, ""), row.flops_per_s(), row.predicted_flops_per_s(), published_tuned(row), row.error,
            joules_of(row.joule_per_node, 1, ""), joules_of(row.joule_per_flop(), 1, ""), report.device, report.date);
    }
    return text;
}

std::string program_markdown(const ProgramReport& report) {
    std::string text = fmt::format("wavesim {}, {}, {}\n\n", report.version, report.device, report.date);
    text +=
        "| program | grid | precision | kind | bT | bS | nodes | hSN | scheme | registers | shared [B] | stores | "
        "spills [B] | Gnode/s | x F | GFLOP/s | model | AN5D, V100 | error | pJ/node | pJ/FLOP |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const ProgramTiming& row : report.rows) {
        const BlockingConfiguration& c = row.configuration;
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} ", row.program,
                            grid_of(row), word_of(row.precision), row.kind, c.levels, tile_of(row), nodes_of(c),
                            stream_of(c), scheme_of(c), row.facts.registers, row.facts.shared_bytes,
                            row.stores_per_node, row.facts.spill_bytes);
        text += fmt::format("| {:.1f} | {} | {:.0f} | {:.0f} | {} | {:.1e} | {} | {} |\n", 1e-9 * row.nodes_per_s,
                            ratio_of(row, "-"), 1e-9 * row.flops_per_s(), 1e-9 * row.predicted_flops_per_s(),
                            published_tuned(row), row.error, joules_of(row.joule_per_node, 1e12, "-"),
                            joules_of(row.joule_per_flop(), 1e12, "-"));
    }
    return text;
}

}  // namespace wavesim
