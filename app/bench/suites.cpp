// SPDX-License-Identifier: MIT
#include "app/bench/suites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "app/bench/pivot.hpp"
#include "app/bench/report.hpp"
#include "app/bench/semi_tables.hpp"
#include "app/bench/tti_tables.hpp"
#include "app/quantity_text.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

/// Table 1 of Hamilton et al.: rooms, and nanoseconds per node on a GTX 670 (with shared memory, by other authors) and
/// a GTX 660Ti.
struct Room {
    const char* stencil;
    Extent extent;
    double gtx670_ns, gtx660ti_ns;
};
constexpr std::array rooms{
    Room{"leggy-1", {370, 259, 148}, 0.239, 0.162},    Room{"leggy-2", {321, 224, 128}, 0.270, 0.256},
    Room{"leggy-3", {301, 211, 120}, 0.318, 0.271},    Room{"leggy-4", {290, 203, 116}, 0.347, 0.366},
    Room{"leggy-5", {283, 198, 113}, 0.424, 0.375},    Room{"leggy-6", {278, 195, 111}, 0.471, 0.441},
    Room{"leggy-7", {275, 192, 110}, 0.490, 0.574},    Room{"leggy-8", {272, 190, 108}, 0.430, 0.567},
    Room{"compact-27", {642, 449, 256}, 0.725, 0.294},
};

/// The twenty weight sets of each family. Names without a suffix have no special weights.
std::vector<std::string> large_stencils() {
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue())
        if (std::count(entry.name.begin(), entry.name.end(), '-') == 1) names.push_back(entry.name);
    return names;
}

bool is_room(const StepTiming& row) {
    return std::any_of(rooms.begin(), rooms.end(), [&](const Room& room) {
        return row.extent == room.extent && row.stencil == room.stencil && row.precision == Precision::float32;
    });
}

/// The fastest row that fulfils the condition; nullptr if there is none.
const StepTiming* fastest(const std::vector<StepTiming>& rows, const std::function<bool(const StepTiming&)>& fits) {
    const StepTiming* best = nullptr;
    for (const StepTiming& row : rows)
        if (fits(row) && (best == nullptr || row.ctpn_s < best->ctpn_s)) best = &row;
    return best;
}

const StepTiming* same_work(const std::vector<StepTiming>& rows, const StepTiming& as, const std::string& backend) {
    return fastest(rows, [&](const StepTiming& row) {
        return row.backend == backend && row.stencil == as.stencil && row.extent == as.extent &&
               row.precision == as.precision;
    });
}

/// Compares KernelA (texture.loop), KernelB (texture.leggy) and the factored form.
std::string kernels_text(const std::vector<StepTiming>& rows) {
    std::string text;
    for (const StepTiming& a : rows) {
        if (a.backend != "texture.loop") continue;
        const StepTiming* b = same_work(rows, a, "texture.leggy");
        const StepTiming* factored = same_work(rows, a, "texture.factored");
        if (b == nullptr && factored == nullptr) continue;
        const auto cell = [&a](const StepTiming* other) {
            return other == nullptr ? fmt::format("{:>10} {:>8}", "-", "-")
                                    : fmt::format("{:>10.3f} {:>8.2f}", 1e12 * other->ctpn_s, a.ctpn_s / other->ctpn_s);
        };
        text += fmt::format("{:<20} {:>4} {:>18} {:>6} {:>10.3f} {} {}\n", a.stencil, a.points, grid_text(a),
                            word_of(a.precision), 1e12 * a.ctpn_s, cell(b), cell(factored));
    }
    if (text.empty()) return text;
    return fmt::format(
               "\nKernelA against KernelB and the factored form (equation 11), CTPN in ps\n"
               "{:<20} {:>4} {:>18} {:>6} {:>10} {:>10} {:>8} {:>10} {:>8}\n",
               "stencil", "K", "grid", "", "A", "B", "A/B", "factored", "A/fact.") +
           text;
}

std::string rooms_text(const std::vector<StepTiming>& rows) {
    std::string text;
    for (const Room& room : rooms)
        for (const StepTiming& row : rows)
            if (is_room(row) && row.stencil == room.stencil)
                text += fmt::format("{:<12} {:>16} {:<18} {:>8.4f} {:>8.3f} {:>10.3f} {:>6.1f}\n", row.stencil,
                                    grid_text(row), row.backend, 1e9 * row.ctpn_s, room.gtx670_ns, room.gtx660ti_ns,
                                    1e-9 * room.gtx660ti_ns / row.ctpn_s);
    if (text.empty()) return text;
    return fmt::format(
               "\nTable 1, \"medium-sized room\", CTPN in ns, float; the last column is the gain over the GTX 660Ti\n"
               "{:<12} {:>16} {:<18} {:>8} {:>8} {:>10} {:>6}\n",
               "stencil", "grid", "backend", "here", "GTX 670", "GTX 660Ti", "gain") +
           text;
}

std::vector<std::string> backends_of(const std::vector<StepTiming>& rows) {
    std::vector<std::string> names;
    for (const StepTiming& row : rows)
        if (std::find(names.begin(), names.end(), row.backend) == names.end()) names.push_back(row.backend);
    return names;
}

const std::vector<Extent>& placement_grids() {
    static const std::vector<Extent> grids{{128, 128, 128}, {256, 256, 256}, {512, 512, 512}};
    return grids;
}

/// Table of the placements, each with its best block. Loads are counted from the kernel and include the halo of a
/// block; caches serve most of them. GB/s count the bytes that a step must move.
std::string placement_text(const std::vector<StepTiming>& rows, Precision precision) {
    std::string gains;
    std::string best_blocks;
    for (const std::string& backend : backends_of(rows)) {
        best_blocks += fmt::format("{:<18}", backend);
        for (const Extent& grid : placement_grids()) {
            const auto of = [&](const std::string& name) {
                return fastest(rows, [&](const StepTiming& row) {
                    return row.backend == name && row.extent == grid && row.precision == precision;
                });
            };
            const StepTiming* row = of(backend);
            const StepTiming* base = of("stream25.global");
            best_blocks += fmt::format(" {:>16}", row == nullptr ? "-" : row->facts.tile);
            if (row == nullptr) continue;
            const double loads = row->facts.loaded_values * static_cast<double>(bytes_of(precision)) / row->ctpn_s;
            gains += fmt::format("{:<18} {:<18} {:>16} {:>9.3f} {:>6} {:>8.0f} % {:>10.0f} {:>8.0f} {:>6.2f}\n",
                                 grid_text(*row), backend, row->facts.tile, 1e12 * row->ctpn_s,
                                 base == nullptr ? "-" : fmt::format("{:.2f}", base->ctpn_s / row->ctpn_s),
                                 100 * occupancy(*row), 1e-9 * loads, 1e-9 * row->bytes_per_s, row->ratio_to_floor);
        }
        best_blocks += '\n';
    }
    const std::string_view name = word_of(precision);
    return fmt::format(
               "\n{}, each placement with its best block (figures 2 and 6), CTPN in ps\n"
               "{:<18} {:<18} {:>16} {:>9} {:>6} {:>10} {:>10} {:>8} {:>6}\n",
               name, "grid", "backend", "block", "CTPN", "gain", "occupancy", "loads GB/s", "GB/s", "x F") +
           gains +
           fmt::format("\n{}, best blocks (table I)\n{:<18} {:>16} {:>16} {:>16}\n", name, "backend", "128^3", "256^3",
                       "512^3") +
           best_blocks;
}

}  // namespace

const std::vector<std::string>& suite_names() {
    static const std::vector<std::string> names{"large-stencils", "placement", "semi", "tti"};
    return names;
}

std::vector<BenchRequest> suite_requests(const std::string& suite, const std::vector<const BackendEntry*>& backends,
                                         const std::vector<Precision>& precisions) {
    std::vector<BenchRequest> requests;
    for (const Precision precision : precisions) {
        if (suite == "large-stencils") {
            // "Medium" and "large" grids of the paper for each precision.
            const std::vector<Extent> grids = precision == Precision::float32
                                                  ? std::vector<Extent>{{720, 640, 560}, {928, 800, 750}}
                                                  : std::vector<Extent>{{640, 480, 420}, {672, 660, 600}};
            requests.push_back({large_stencils(), backends, grids, {precision}});
            if (precision == Precision::float32)
                for (const Room& room : rooms)
                    requests.push_back({{room.stencil}, backends, {room.extent}, {precision}});
        } else {
            std::vector<const BackendEntry*> placements;
            for (const BackendEntry* backend : backends)
                if (backend->name.starts_with("stream25.") && backend->support(ScalarShape{}) != nullptr)
                    placements.push_back(backend);
            requests.push_back({{"leggy-1"}, placements, placement_grids(), {precision}, "all"});
        }
    }
    return requests;
}

std::vector<StepTiming> plotted_rows(const std::string& suite, const std::vector<StepTiming>& rows) {
    std::vector<StepTiming> plotted = rows;
    if (suite == "large-stencils") std::erase_if(plotted, is_room);
    return plotted;
}

std::string suite_text(const std::string& suite, const std::vector<StepTiming>& rows) {
    if (suite == "tti") return bench_tti_tables(rows);
    if (suite == "semi") return bench_semi_tables(rows);
    std::string text;
    if (suite == "large-stencils") {
        const std::vector<StepTiming> families = plotted_rows(suite, rows);
        return bench_pivot(families) + kernels_text(families) + rooms_text(rows);
    }
    for (const Precision precision : {Precision::float32, Precision::float64})
        if (std::any_of(rows.begin(), rows.end(), [&](const StepTiming& row) { return row.precision == precision; }))
            text += placement_text(rows, precision);
    return text;
}

}  // namespace wavesim
