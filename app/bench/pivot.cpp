// SPDX-License-Identifier: MIT
#include "app/bench/pivot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/bench/report.hpp"
#include "app/quantity_text.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

namespace {

/// Distinct texts of the rows, in the order of their first appearance.
template <class Text>
std::vector<std::string> distinct(const std::vector<StepTiming>& rows, const Text& text) {
    std::vector<std::string> words;
    for (const StepTiming& row : rows)
        if (std::find(words.begin(), words.end(), text(row)) == words.end()) words.push_back(text(row));
    return words;
}

/// One table: the texts of `line` as rows, backends as columns.
template <class Line>
std::string table(const std::string& title, const std::vector<StepTiming>& rows, const Line& line) {
    const auto backends = distinct(rows, [](const StepTiming& r) { return r.backend; });
    const StepTiming* seven = nullptr;  // row with CTPN7, for the naive line
    for (const StepTiming& row : rows)
        if (row.backend == "texture.loop" && row.points == 7 && seven == nullptr) seven = &row;
    const bool stencils = distinct(rows, [](const StepTiming& r) { return r.stencil; }).size() > 1;
    std::string text = fmt::format("\n{}, CTPN in ps\n{:<20} {:>4}", title, stencils ? "stencil" : "grid", "K");
    for (const std::string& backend : backends) text += fmt::format(" {:>16}", backend);
    if (seven != nullptr && stencils) text += fmt::format(" {:>16}", "naive line");
    text += '\n';
    for (const std::string& name : distinct(rows, line)) {
        std::map<std::string, const StepTiming*> cells;
        int points = 0;
        for (const StepTiming& row : rows)
            if (line(row) == name) {
                const StepTiming*& cell = cells[row.backend];
                if (cell == nullptr || row.ctpn_s < cell->ctpn_s) cell = &row;
                points = row.points;
            }
        text += fmt::format("{:<20} {:>4}", name, points);
        for (const std::string& backend : backends)
            text += cells.contains(backend) ? fmt::format(" {:>16.3f}", 1e12 * cells[backend]->ctpn_s)
                                            : fmt::format(" {:>16}", "-");
        if (seven != nullptr && stencils) text += fmt::format(" {:>16.3f}", 1e12 * seven->ctpn_s * (points + 1) / 8);
        text += '\n';
    }
    return text;
}

}  // namespace

std::string bench_pivot(const std::vector<StepTiming>& rows) {
    const auto stencil_of = [](const StepTiming& row) { return row.stencil; };
    const bool one_stencil = distinct(rows, stencil_of).size() == 1;
    const auto title_of = [&](const StepTiming& row) {
        return one_stencil ? std::string(word_of(row.precision))
                           : fmt::format("{}, {}", word_of(row.precision), grid_text(row));
    };
    std::string text;
    for (const std::string& title : distinct(rows, title_of)) {
        std::vector<StepTiming> part;
        for (const StepTiming& row : rows)
            if (title_of(row) == title) part.push_back(row);
        text += one_stencil ? table(title, part, grid_text) : table(title, part, stencil_of);
    }
    return text;
}

}  // namespace wavesim
