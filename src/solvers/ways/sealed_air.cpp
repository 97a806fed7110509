// SPDX-License-Identifier: MIT
#include "solvers/ways/sealed_air.hpp"

#include <fmt/format.h>

#include <set>

#include "solvers/scene/survey.hpp"
#include "solvers/ways/cut_air.hpp"

namespace wavesim {

namespace {

/// "receiver 'a'", "3 receivers ('a' first)".
std::string those(const char* kind, const std::vector<std::string>& names) {
    return names.size() == 1 ? fmt::format("{} '{}'", kind, names.front())
                             : fmt::format("{} {}s ('{}' is the first)", names.size(), kind, names.front());
}

}  // namespace

std::vector<std::string> sealed_air_warnings(const PlanDraft& draft, std::int64_t most_cells) {
    const Scene& scene = draft.plan.scene;
    const std::vector<NodeBox> boxes = solid_nodes(draft.plan.scene, draft.grid);
    if ((boxes.empty() && !scene.any_sheet()) || CutAir::cells(draft, boxes) > most_cells) return {};
    const CutAir air(draft, boxes);
    if (air.count() < 2) return {};

    std::vector<bool> hears(scene.receivers.size(), false);
    std::vector<bool> heard(scene.sources.size(), false);
    const bool moves = scene.survey && scene.survey->spread != Survey::Spread::fixed;
    std::vector<std::int64_t> of_receiver;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot) {
        if (shot == 0 || moves) {
            of_receiver.clear();
            for (std::size_t r = 0; r < scene.receivers.size(); ++r)
                of_receiver.push_back(air.of(receiver_position(scene, r, shot)));
        }
        const std::set<std::int64_t> listening(of_receiver.begin(), of_receiver.end());
        std::set<std::int64_t> sounding;
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            const std::int64_t region = air.of(source_position(scene, s, shot));
            sounding.insert(region);
            heard[s] = heard[s] || listening.contains(region);
        }
        for (std::size_t r = 0; r < hears.size(); ++r) hears[r] = hears[r] || sounding.contains(of_receiver[r]);
    }

    std::vector<std::string> deaf, unheard, warnings;
    for (std::size_t r = 0; r < hears.size(); ++r)
        if (!hears[r]) deaf.push_back(scene.receivers[r].name);
    for (std::size_t s = 0; s < heard.size(); ++s)
        if (!heard[s]) unheard.push_back(scene.sources[s].name);
    if (!deaf.empty())
        warnings.push_back(
            fmt::format("no sound reaches {}: solids on the grid seal off the air there from every source",
                        those("receiver", deaf)));
    if (!unheard.empty() && deaf.size() < hears.size())
        warnings.push_back(
            fmt::format("no receiver hears {}: solids on the grid seal off the air there from all of them",
                        those("source", unheard)));
    return warnings;
}

}  // namespace wavesim
