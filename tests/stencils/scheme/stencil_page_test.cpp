// SPDX-License-Identifier: MIT
// The tables of docs/stencils.md are checked row by row against the analysis, so that the page cannot go stale.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

template <class... Values>
std::string format(const char* pattern, Values... values) {
    std::array<char, 200> text{};
    std::snprintf(text.data(), text.size(), pattern, values...);
    return text.data();
}

std::string row_of(const CatalogueEntry& entry) {
    const Stencil stencil = make_stencil(entry.name, 3);
    const StencilAnalysis analysis(stencil);
    const double courant = entry.tuned_courant > 0 ? entry.tuned_courant : entry.courant_max;
    std::string row = format("| `%s` | %d | %d | %d | %d%s | %.4f | %.4f |", entry.name.c_str(), entry.points,
                             radius(stencil), static_cast<int>(stencil.shells.size()), stencil.accuracy_order,
                             stencil.time_accurate && stencil.accuracy_order > 2 ? " (st)" : "", entry.courant_max,
                             courant_limit(entry.name, 2));
    for (const double points : {4.0, 6.0, 8.0, 10.0})
        row += format(" %.2g |", 100 * analysis.phase_error_range(points, courant).worst());
    return row + format(" %.0f %% |", 100 * analysis.usable_fraction(0.02, courant));
}

TEST(StencilPage, EveryRowIsWhatTheAnalysisSays) {
    std::ifstream file(WAVESIM_SOURCE_DIR "/docs/stencils.md");
    std::stringstream page;
    page << file.rdbuf();

    std::string missing;
    for (const auto& entry : stencil_catalogue()) {
        const std::string row = row_of(entry);
        if (page.str().find(row + "\n") == std::string::npos) missing += row + "\n";
    }
    EXPECT_TRUE(missing.empty()) << "docs/stencils.md lacks these rows:\n" << missing;
}

/// Limit and error of the stencils in the table of README.md, and every column in each row.
TEST(StencilPage, TheTableOfTheReadmeIsWhatTheAnalysisSays) {
    std::ifstream file(WAVESIM_SOURCE_DIR "/README.md");
    int rows = 0;
    for (std::string line; std::getline(file, line);) {
        const std::string head = line.substr(0, line.find('|', 1) + 1);
        const std::size_t from = head.find('`') + 1, to = head.find('`', from);
        if (!line.starts_with("| `") || head.find("...") != std::string::npos) continue;
        const std::string name = head.substr(from, to - from);
        const auto& all = stencil_catalogue();
        const auto entry = std::ranges::find(all, name, &CatalogueEntry::name);
        if (entry == all.end()) continue;
        ++rows;
        const StencilAnalysis analysis(make_stencil(name, 3));
        const double courant = entry->tuned_courant > 0 ? entry->tuned_courant : entry->courant_max;
        const double error = 100 * analysis.phase_error_range(8, courant).worst();
        EXPECT_TRUE(line.starts_with(format("| `%s` | %d | ", name.c_str(), entry->points))) << line;
        EXPECT_TRUE(line.ends_with(format("| %.3f | %.2g %% |", courant, error)))
            << line << " " << courant << " " << error;
    }
    EXPECT_GE(rows, 7);
}

}  // namespace
}  // namespace wavesim
