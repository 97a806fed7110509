// SPDX-License-Identifier: MIT
#include "app/bench/program_rows.hpp"

#include <nlohmann/json.hpp>

#include "app/bench/kept_file.hpp"
#include "app/bench/published.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

using nlohmann::ordered_json;

namespace {

ProgramTiming timing_of(const ordered_json& json) {
    ProgramTiming row;
    row.program = json.at("program");
    row.kind = json.at("kind");
    row.key = json.at("key");
    row.dims = json.at("dims");
    row.radius = json.at("radius");
    row.extent = {json.at("extent").at(0), json.at("extent").at(1), json.at("extent").at(2)};
    row.precision = value_of<Precision>(json.at("precision").get<std::string>()).value();
    if (!change_configuration(row.configuration, json.at("blocking")).empty()) throw std::bad_optional_access();
    row.iterations = json.at("iterations");
    row.flops = json.at("flops_per_node");
    row.seconds = json.at("seconds");
    row.nodes_per_s = json.at("nodes_per_s");
    row.predicted_nodes_per_s = json.at("model_nodes_per_s");
    row.floor_nodes_per_s = json.at("floor_nodes_per_s");
    row.stores_per_node = json.at("stores_per_node");
    row.error = json.at("relative_error");
    if (json.contains("joule_per_node") && !json.at("joule_per_node").is_null())
        row.joule_per_node = json.at("joule_per_node").get<double>();
    row.facts.registers = json.at("registers");
    row.facts.spill_bytes = json.at("spill_bytes");
    row.facts.shared_bytes = json.at("shared_bytes");
    row.facts.threads = json.at("threads_per_block");
    row.facts.blocks_per_multiprocessor = json.at("blocks_per_multiprocessor");
    return row;
}

}  // namespace

ordered_json program_row_json(const ProgramTiming& row) {
    const BlockingConfiguration& c = row.configuration;
    const auto ratio = row.ratio_to_floor();
    const auto joules = [](const std::optional<double>& value) {
        return value ? ordered_json(*value) : ordered_json();
    };
    ordered_json json{{"program", row.program},
                      {"kind", row.kind},
                      {"key", row.key},
                      {"dims", row.dims},
                      {"extent", {row.extent.nx, row.extent.ny, row.extent.nz}},
                      {"radius", row.radius},
                      {"precision", word_of(row.precision)},
                      {"iterations", row.iterations},
                      {"levels", c.levels},
                      {"tile", {c.tile_x, c.tile_y}},
                      {"nodes_per_thread", {c.nodes_x, c.nodes_y}},
                      {"stream", c.stream},
                      {"registers_scheme", word_of(c.registers)},
                      {"planes", word_of(c.planes)},
                      {"sums", word_of(c.sums)},
                      {"lanes", c.lanes},
                      {"blocking", to_text(c)},
                      {"registers", row.facts.registers},
                      {"shared_bytes", row.facts.shared_bytes},
                      {"stores_per_node", row.stores_per_node},
                      {"spill_bytes", row.facts.spill_bytes},
                      {"threads_per_block", row.facts.threads},
                      {"blocks_per_multiprocessor", row.facts.blocks_per_multiprocessor},
                      {"seconds", row.seconds},
                      {"nodes_per_s", row.nodes_per_s},
                      {"floor_nodes_per_s", row.floor_nodes_per_s},
                      {"ratio_to_floor", ratio ? ordered_json(*ratio) : ordered_json()},
                      {"flops_per_node", row.flops},
                      {"flops_per_s", row.flops_per_s()},
                      {"model_nodes_per_s", row.predicted_nodes_per_s},
                      {"model_flops_per_s", row.predicted_flops_per_s()},
                      {"relative_error", row.error},
                      {"joule_per_node", joules(row.joule_per_node)},
                      {"joule_per_flop", joules(row.joule_per_flop())}};
    if (const PublishedRow* paper = published_row(row.program, row.precision))
        json["an5d_v100"] = {{"levels", paper->levels},           {"tile", paper->tile},
                             {"stream", paper->stream},           {"registers", paper->registers},
                             {"flops_per_s", 1e9 * paper->tuned}, {"model_flops_per_s", 1e9 * paper->model}};
    return json;
}

std::vector<ProgramTiming> kept_program_rows(const std::string& file, const ProgramReport& report) {
    const ordered_json kept =
        kept_file(file, {{"format_version", 1}, {"wavesim", report.version}, {"device", report.device}});
    if (kept.is_null()) return {};
    try {
        std::vector<ProgramTiming> rows;
        for (const ordered_json& row : kept.at("programs")) rows.push_back(timing_of(row));
        return rows;
    } catch (const nlohmann::json::exception&) {
        refuse_kept_file(file, "has no rows of stencil programs");
    } catch (const std::bad_optional_access&) {
        refuse_kept_file(file, "has no rows of stencil programs");
    }
}

}  // namespace wavesim
