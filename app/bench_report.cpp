// SPDX-License-Identifier: MIT
#include "app/bench_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/quantity_text.hpp"

namespace wavesim {

namespace {

std::string extent_of(const StepTiming& row) { return extent_text(row.extent, row.extent.ny == 1 ? 2 : 3); }

nlohmann::ordered_json row_json(const StepTiming& row) {
    return {{"stencil", row.stencil},
            {"points", row.points},
            {"backend", row.backend},
            {"extent", {row.extent.nx, row.extent.ny, row.extent.nz}},
            {"precision", precision_text(row.precision)},
            {"ctpn_s", row.ctpn_s},
            {"ctpn_min_s", row.ctpn_min_s},
            {"ctpn_max_s", row.ctpn_max_s},
            {"nodes_per_s", row.nodes_per_s},
            {"bytes_per_s", row.bytes_per_s},
            {"floor_ctpn_s", row.floor_ctpn_s},
            {"ratio_to_floor", row.ratio_to_floor},
            {"share_of_floor", 1 / row.ratio_to_floor}};
}

}  // namespace

std::string bench_header(const BenchReport& report) {
    return fmt::format("{}, {}, {} thread{}\n{:<20} {:>4} {:>18} {:>9} {:>9} {:>7} {:>7} {:>7}\n", report.processor,
                       report.isa, report.threads, report.threads == 1 ? "" : "s", "stencil", "K", "grid", "CTPN",
                       "Mnode/s", "GB/s", "of F", "x F");
}

std::string bench_row(const StepTiming& row) {
    return fmt::format("{:<20} {:>4} {:>18} {:>6.3f} ns {:>9.0f} {:>7.1f} {:>5.0f} % {:>7.2f}\n", row.stencil,
                       row.points, extent_of(row), row.ctpn_s * 1e9, row.nodes_per_s * 1e-6, row.bytes_per_s * 1e-9,
                       100 / row.ratio_to_floor, row.ratio_to_floor);
}

std::string bench_scene_text(const WholeStepTiming& timing) {
    return fmt::format("The whole step takes {:.2f} times its bulk step ({:.3f} ns per node), {:.1f} ms per step.\n",
                       timing.ratio_to_bulk, timing.bulk_ctpn_s * 1e9,
                       timing.whole.ctpn_s * static_cast<double>(timing.whole.extent.nodes()) * 1e3);
}

nlohmann::ordered_json bench_json(const BenchReport& report) {
    nlohmann::ordered_json json{{"format_version", 1}, {"wavesim", report.version},
                                {"date", report.date}, {"processor", report.processor},
                                {"isa", report.isa},   {"threads", report.threads}};
    json["rows"] = nlohmann::ordered_json::array();
    for (const StepTiming& row : report.rows) json["rows"].push_back(row_json(row));
    if (report.scene) {
        json["scene"] = row_json(report.scene->whole);
        json["scene"]["bulk_ctpn_s"] = report.scene->bulk_ctpn_s;
        json["scene"]["ratio_to_bulk"] = report.scene->ratio_to_bulk;
    }
    return json;
}

std::string bench_csv(const BenchReport& report) {
    std::string text =
        "stencil,points,backend,nx,ny,nz,precision,threads,isa,ctpn_s,ctpn_min_s,ctpn_max_s,nodes_per_s,bytes_per_s,"
        "floor_ctpn_s,ratio_to_floor,processor,date\n";
    const auto add = [&](const StepTiming& r) {
        text +=
            fmt::format("{},{},{},{},{},{},{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.4f},\"{}\",{}\n",
                        r.stencil, r.points, r.backend, r.extent.nx, r.extent.ny, r.extent.nz,
                        precision_text(r.precision), report.threads, report.isa, r.ctpn_s, r.ctpn_min_s, r.ctpn_max_s,
                        r.nodes_per_s, r.bytes_per_s, r.floor_ctpn_s, r.ratio_to_floor, report.processor, report.date);
    };
    for (const StepTiming& row : report.rows) add(row);
    if (report.scene) add(report.scene->whole);
    return text;
}

}  // namespace wavesim
