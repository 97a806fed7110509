// SPDX-License-Identifier: MIT
#include "app/bench/json.hpp"

#include <nlohmann/json.hpp>

#include "app/bench/kept_file.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

ordered_json number_or_null(const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json();
}

ordered_json counters_json(const StepTiming& row) {
    ordered_json list = ordered_json::array();
    for (const KernelCounters& one : row.counters)
        list.push_back({{"kernel", one.kernel},
                        {"launches", one.launches},
                        {"dram_bytes", one.dram_bytes},
                        {"l2_bytes", one.l2_bytes},
                        {"l2_hits", one.l2_hits},
                        {"l1_bytes", one.l1_bytes},
                        {"l1_hits", one.l1_hits}});
    return list;
}

ordered_json row_json(const StepTiming& row) {
    return {{"stencil", row.stencil},
            {"points", row.points},
            {"shape", row.shape},
            {"backend", row.backend},
            {"extent", {row.extent.nx, row.extent.ny, row.extent.nz}},
            {"precision", word_of(row.precision)},
            {"tile", row.facts.tile},
            {"registers", row.facts.registers},
            {"shared_bytes", row.facts.shared_bytes},
            {"spill_bytes", row.facts.local_bytes},
            {"threads_per_block", row.facts.threads_per_block},
            {"blocks_per_multiprocessor", row.facts.blocks_per_multiprocessor},
            {"threads_per_multiprocessor", row.facts.threads_per_multiprocessor},
            {"occupancy", occupancy(row)},
            {"loaded_values_per_node", row.facts.loaded_values},
            {"steps", row.steps},
            {"ctpn_s", row.ctpn_s},
            {"ctpn_min_s", row.ctpn_min_s},
            {"ctpn_max_s", row.ctpn_max_s},
            {"nodes_per_s", row.nodes_per_s},
            {"bytes_per_s", row.bytes_per_s},
            {"floor_ctpn_s", row.floor_ctpn_s},
            {"floor_bytes_per_s", row.floor_bytes_per_s},
            {"ratio_to_floor", row.ratio_to_floor},
            {"share_of_floor", 1 / row.ratio_to_floor},
            {"relative_error", number_or_null(row.error)},
            {"joule_per_step", number_or_null(row.joule_per_step)},
            {"joule_per_node", number_or_null(joule_per_node(row))},
            {"joule_per_flop", number_or_null(joule_per_flop(row))},
            {"compile_s", row.facts.compile_s},
            {"device", row.facts.device},
            {"threads", row.threads},
            {"isa", row.isa},
            {"counters", counters_json(row)}};
}

std::vector<KernelCounters> counters_of(const ordered_json& list) {
    std::vector<KernelCounters> counters;
    for (const ordered_json& one : list)
        counters.push_back({one.at("kernel"), one.at("launches"), one.at("dram_bytes"), one.at("l2_bytes"),
                            one.at("l2_hits"), one.at("l1_bytes"), one.at("l1_hits")});
    return counters;
}

StepTiming row_of(const ordered_json& json) {
    StepTiming row;
    row.stencil = json.at("stencil");
    row.points = json.at("points");
    row.shape = json.at("shape");
    row.backend = json.at("backend");
    row.extent = {json.at("extent").at(0), json.at("extent").at(1), json.at("extent").at(2)};
    row.precision = value_of<Precision>(json.at("precision").get<std::string>()).value_or(Precision::float32);
    row.facts.tile = json.at("tile");
    row.facts.registers = json.at("registers");
    row.facts.shared_bytes = json.at("shared_bytes");
    row.facts.local_bytes = json.at("spill_bytes");
    row.facts.threads_per_block = json.at("threads_per_block");
    row.facts.blocks_per_multiprocessor = json.at("blocks_per_multiprocessor");
    row.facts.threads_per_multiprocessor = json.at("threads_per_multiprocessor");
    row.facts.loaded_values = json.at("loaded_values_per_node");
    row.steps = json.value("steps", std::int64_t{0});  // files of earlier versions have none
    row.ctpn_s = json.at("ctpn_s");
    row.ctpn_min_s = json.at("ctpn_min_s");
    row.ctpn_max_s = json.at("ctpn_max_s");
    row.nodes_per_s = json.at("nodes_per_s");
    row.bytes_per_s = json.at("bytes_per_s");
    row.floor_ctpn_s = json.at("floor_ctpn_s");
    row.floor_bytes_per_s = json.at("floor_bytes_per_s");
    row.ratio_to_floor = json.at("ratio_to_floor");
    if (!json.at("relative_error").is_null()) row.error = json.at("relative_error").get<double>();
    if (!json.at("joule_per_step").is_null()) row.joule_per_step = json.at("joule_per_step").get<double>();
    row.facts.compile_s = json.at("compile_s");
    row.facts.device = json.at("device");
    row.threads = json.at("threads");
    row.isa = json.at("isa");
    row.counters = counters_of(json.value("counters", ordered_json::array()));  // files of earlier versions have none
    return row;
}

}  // namespace

ordered_json bench_json(const BenchReport& report) {
    ordered_json json{{"format_version", 3},           {"wavesim", report.version}, {"date", report.date},
                      {"processor", report.processor}, {"isa", report.isa},         {"threads", report.threads},
                      {"device", report.device}};
    json["rows"] = ordered_json::array();
    for (const StepTiming& row : report.rows) json["rows"].push_back(row_json(row));
    if (report.scene) {
        json["scene"] = row_json(report.scene->whole);
        json["scene"]["bulk_ctpn_s"] = report.scene->bulk_ctpn_s;
        json["scene"]["ratio_to_bulk"] = report.scene->ratio_to_bulk;
        for (const WholeStepTiming::Phase& phase : report.scene->phases)
            json["scene"]["phases_s"][phase.name] = phase.seconds_per_step;
    }
    return json;
}

std::vector<StepTiming> kept_rows(const std::string& file, const BenchReport& report) {
    const ordered_json kept = kept_file(file, {{"format_version", 3},
                                               {"wavesim", report.version},
                                               {"processor", report.processor},
                                               {"isa", report.isa},
                                               {"threads", report.threads},
                                               {"device", report.device}});
    if (kept.is_null()) return {};
    try {
        std::vector<StepTiming> rows;
        for (const ordered_json& row : kept.at("rows")) rows.push_back(row_of(row));
        return rows;
    } catch (const nlohmann::json::exception&) {
        refuse_kept_file(file, "is no benchmark file");
    }
}

}  // namespace wavesim
