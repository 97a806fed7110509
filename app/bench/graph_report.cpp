// SPDX-License-Identifier: MIT
#include "app/bench/graph_report.hpp"

#include <nlohmann/json.hpp>

#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

ordered_json row_json(const GraphReport& report, const GraphRow& row) {
    ordered_json json{{"program", report.program},
                      {"stencil", report.stencil},
                      {"extent", {report.extent.nx, report.extent.ny, report.extent.nz}},
                      {"precision", word_of(report.precision)},
                      {"schedule", row.schedule},
                      {"flops_per_node", row.operations},
                      {"bytes_per_node", row.bytes},
                      {"floor_bytes_per_s", report.bytes_per_s},
                      {"floor_ctpn_s", report.floor_s(row)},
                      {"predicted_ctpn_s", row.predicted_s}};
    for (const char* const key :
         {"registers", "spill_bytes", "threads_per_block", "blocks_per_multiprocessor", "ctpn_s", "ctpn_min_s",
          "ctpn_max_s", "nodes_per_s", "ratio_to_floor", "joule_per_node", "joule_per_flop"})
        json[key] = nullptr;
    if (!row.measured) return json;
    const GraphRow::Measured& found = *row.measured;
    json["registers"] = found.facts.registers;
    json["spill_bytes"] = found.facts.local_bytes;
    json["threads_per_block"] = found.facts.threads_per_block;
    json["blocks_per_multiprocessor"] = found.facts.blocks_per_multiprocessor;
    json["ctpn_s"] = found.ctpn_s;
    json["ctpn_min_s"] = found.ctpn_min_s;
    json["ctpn_max_s"] = found.ctpn_max_s;
    json["nodes_per_s"] = 1 / found.ctpn_s;
    json["ratio_to_floor"] = found.ctpn_s / report.floor_s(row);
    if (found.joule_per_node) {
        json["joule_per_node"] = *found.joule_per_node;
        json["joule_per_flop"] = *found.joule_per_node / row.operations;
    }
    return json;
}

}  // namespace

ordered_json graph_json(const GraphReport& report) {
    ordered_json json{{"format_version", 1},
                      {"wavesim", report.version},
                      {"date", report.date},
                      {"device", report.device},
                      {"rows", ordered_json::array()}};
    for (const GraphRow& row : report.rows) json["rows"].push_back(row_json(report, row));
    return json;
}

}  // namespace wavesim
