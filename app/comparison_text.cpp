// SPDX-License-Identifier: MIT
#include "app/comparison_text.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "app/quantity_text.hpp"

namespace wavesim {

std::string comparison_text(const Comparison& comparison, std::size_t most) {
    std::string text = comparison.reference == "shoebox"
                           ? "Compared with the exact image sources (largest error / largest exact pressure):\n"
                           : "Compared with the exact free field until the first reflection "
                             "(largest error / largest exact pressure):\n";
    std::vector<ReceiverComparison> rows = comparison.receivers;
    const bool cut = rows.size() > most;
    if (cut) {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const auto& a, const auto& b) { return a.relative_error > b.relative_error; });
        rows.resize(most);
    }
    std::size_t width = 8;
    for (const ReceiverComparison& row : rows) width = std::max(width, row.receiver.size());
    text += fmt::format("  {:<{}}  {:>10}  {:>10}  {:>12}  {:>9}\n", "receiver", width, "distance", "until", "peak",
                        "error");
    for (const ReceiverComparison& row : rows) {
        text +=
            fmt::format("  {:<{}}  {:>10}  {:>10}  {:>12}  {:>9}\n", row.receiver, width, si_text(row.distance_m, "m"),
                        si_text(row.until_s, "s"), row.distance_m == 0 ? "infinite" : si_text(row.peak_pa, "Pa"),
                        row.distance_m == 0 ? "none"
                        : row.heard()       ? percent_text(row.relative_error)
                                            : "silent");
    }
    if (cut) {
        const auto left = static_cast<std::int64_t>(comparison.receivers.size() - most);
        text += fmt::format("  and {} with smaller errors\n", counted(left, "receiver"));
    }
    const auto at_sources = std::ranges::count(comparison.receivers, 0.0, &ReceiverComparison::distance_m);
    if (at_sources > 0)
        text += fmt::format("  Not compared: {} at a source, where the exact pressure is infinite.\n",
                            counted(at_sources, "receiver"));
    return text;
}

std::string accuracy_text(const AccuracyStatement& accuracy) {
    std::string text = fmt::format("{:<12}{}\n", "Accuracy", accuracy.verdict);
    if (!accuracy.budget) return text + "Error budget: " + accuracy.lines().front() + '\n';
    text += "Error budget, estimated:\n";
    for (const std::string& line : accuracy.lines()) text += "  " + line + '\n';
    return text;
}

}  // namespace wavesim
