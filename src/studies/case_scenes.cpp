// SPDX-License-Identifier: MIT
#include "studies/case_scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

#include "io/scene/canonical.hpp"
#include "io/scene_faults.hpp"
#include "solvers/medium/medium.hpp"

namespace wavesim {

namespace {

/// Number of nodes from the requested grid, without layers.
double nodes_of(const Scene& scene) {
    const GridRequest& grid = scene.grid;
    const double spacing = grid.spacing_m ? *grid.spacing_m
                                          : speed_range(scene.medium).slowest /
                                                (grid.max_frequency_hz.value_or(1000) * grid.points_per_wavelength);
    double nodes = 1;
    for (int axis = 0; axis < 3; ++axis)
        if (scene.dims == 3 || axis != 1) nodes *= std::ceil(scene.size_m.along(axis) / spacing);
    return nodes;
}

std::string identity(const Study& study, const StudyCase& one, const std::string& scene_hash) {
    std::string text = scene_hash;
    for (std::size_t i = 0; i < study.columns.size(); ++i)
        if (study.columns[i].key.starts_with("run.")) text += '\n' + study.columns[i].key + '=' + one.values[i];
    return text == scene_hash ? scene_hash : hash_text(text);
}

void add_case_faults(CaseScenes& all, std::map<std::string, std::size_t>& known, const std::vector<MarkedFault>& faults,
                     std::size_t number) {
    for (const MarkedFault& fault : faults) {
        const auto [found, fresh] = known.emplace(to_string(fault), all.faults.size());
        if (fresh) all.faults.push_back({fault, {}});
        std::vector<std::size_t>& cases = all.faults[found->second].cases;
        if (cases.empty() || cases.back() != number) cases.push_back(number);
    }
}

}  // namespace

std::vector<MarkedFault> in_study(const Study& study, std::vector<MarkedFault> faults) {
    constexpr std::string_view option = "--set ";
    for (MarkedFault& fault : faults) {
        const std::string& file = fault.mark.file;
        if (!file.starts_with(option)) continue;
        std::size_t number = 0;
        std::from_chars(file.data() + option.size(), file.data() + file.size(), number);
        if (number >= 1 && number <= study.columns.size()) fault.mark = study.columns[number - 1].place;
    }
    return faults;
}

LoadedScene load_case(const Study& study, const StudyCase& one, const std::vector<std::filesystem::path>& data) {
    try {
        return read_scene(study.scene, one.settings, data);
    } catch (const SceneFileError& error) {
        throw SceneFileError(in_study(study, error.faults()));
    }
}

CaseScenes load_cases(const Study& study, const std::vector<std::filesystem::path>& data,
                      const std::vector<std::size_t>& numbers, const SceneVisitor& visit) {
    CaseScenes all;
    all.scenes.resize(study.cases.size());
    std::map<std::string, std::size_t> known_faults, by_id;
    for (const std::size_t i : numbers) {
        const StudyCase& one = study.cases[i];
        try {
            const LoadedScene loaded = load_case(study, one, data);
            CaseScene& scene = all.scenes[i];
            scene = {identity(study, one, loaded.scene.hash), loaded.scene.hash, nodes_of(loaded.scene)};
            const auto [other, fresh] = by_id.emplace(scene.id, i);
            if (fresh && visit) visit(study, i, loaded);
            if (fresh) continue;
            MarkedFault same{study.marks.find("parameters"), {"parameters", "", ""}, to_string(Rule::same_name)};
            same.fault.message =
                fmt::format("cases '{}' and '{}' are the same scene", study.cases[other->second].name, one.name);
            add_case_faults(all, known_faults, {same}, i);
            scene.id.clear();
        } catch (const SceneFileError& error) {
            add_case_faults(all, known_faults, error.faults(), i);
        }
    }
    return all;
}

CaseScenes load_cases(const Study& study, const std::vector<std::filesystem::path>& data, const SceneVisitor& visit) {
    std::vector<std::size_t> numbers(study.cases.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return load_cases(study, data, numbers, visit);
}

std::string first_fault(const CaseScenes& scenes, std::size_t number) {
    for (const CaseFault& fault : scenes.faults)
        if (std::ranges::count(fault.cases, number) > 0) return to_string(fault.fault);
    return {};
}

std::string case_fault_text(const Study& study, const CaseFault& found) {
    constexpr std::size_t most_names = 4;
    std::string text = to_string(found.fault);
    if (found.cases.size() == study.cases.size() && study.cases.size() > 1) return text + " (all cases)";
    std::string names;
    for (std::size_t i = 0; i < std::min(found.cases.size(), most_names); ++i)
        names += (i > 0 ? ", " : "") + study.cases[found.cases[i]].name;
    if (found.cases.size() > most_names) names += fmt::format(" and {} more", found.cases.size() - most_names);
    return fmt::format("{} ({} {})", text, found.cases.size() == 1 ? "case" : "cases", names);
}

}  // namespace wavesim
