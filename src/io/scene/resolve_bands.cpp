// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "io/scene/band_middles.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/units.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

/// Number of third-octaves between the values of a list.
int step_of(const std::string& list) { return list == "octaves" ? thirds_per_octave : 1; }
bool is_list(const std::string& name) { return name == "octaves" || name == "thirds"; }

/// Fault of the first band of a list, and the correct value; empty if it is right.
std::pair<std::string, std::string> wrong_first(double hz, const std::string& list) {
    const std::optional<int> third = third_number(hz);
    if (third && (step_of(list) == 1 || is_octave_middle(*third))) return {};
    if (third)
        return {"is the middle of a third of an octave, not of an octave (31.5, 63, 125, 250, ... Hz)",
                "write thirds instead of octaves, if the values are those of thirds"};
    return {step_of(list) == 1 ? "is no middle of a third of an octave (100, 125, 160, 200, ... Hz)"
                               : "is no middle of an octave (31.5, 63, 125, 250, ... Hz)",
            "write {125: 0.1, 250: 0.15} for other frequencies"};
}

}  // namespace

/// Reads `octaves` or `thirds`, beginning with the band named by `from`.
std::vector<AbsorptionBand> SceneResolver::read_band_list(const json& value, const std::string& list,
                                                          const std::string& key) {
    std::vector<AbsorptionBand> bands;
    if (!value.contains("from")) return bands;  // the schema reports it
    const double first = value["from"];
    if (const auto [message, suggestion] = wrong_first(first, list); !message.empty()) {
        if (!key.empty()) fault(Rule::absorption_bands, key_path(key, "from"), message, suggestion);
        return bands;
    }
    int third = third_number(first).value_or(0);
    for (const json& absorption : value[list]) {
        if (absorption.is_number()) bands.push_back({third_middle(third), absorption});
        third += step_of(list);
    }
    return bands;
}

SurfaceLaw SceneResolver::read_bands(const json& value, const std::string& key, SurfaceLaw law) {
    const auto wrong = [&](Rule rule, const std::string& where, std::string message, std::string suggestion = {}) {
        if (!key.empty())
            fault(rule, where, std::move(message), std::move(suggestion));  // else reported where the surface is
                                                                            // written
    };
    const auto written = [&](const std::string& path) { return places_.contains(path); };
    std::map<double, std::string> bands;
    std::string list;
    for (const auto& [name, absorption] : value.items()) {
        const std::string where = key_path(key, name);
        if (name == "from") {
            if (!written(key_path(key, "octaves")) && !written(key_path(key, "thirds")))
                wrong(Rule::absorption_bands, where, "is the first band of a list, and there is none",
                      "write octaves: [0.1, 0.15] beside it, for example");
            continue;
        }
        if (is_list(name)) {
            if (!list.empty())
                wrong(Rule::absorption_bands, where, "has '" + list + "' beside it", "leave one of them out");
            list = name;
            continue;
        }
        const ParsedQuantity hz = parse_quantity(name, Dimension::frequency);
        if (!hz.ok)
            wrong(hz.rule, where, hz.message, hz.suggestion.empty() ? "keys are frequencies in Hz" : hz.suggestion);
        else if (!(hz.value >= least_band_hz && hz.value <= most_band_hz))
            wrong(Rule::out_of_range, where,
                  fmt::format("bands lie between {:g} and {:g} Hz", least_band_hz, most_band_hz));
        else if (const auto [before, is_new] = bands.emplace(hz.value, name); !is_new)
            wrong(Rule::absorption_bands, where, "is the same frequency as " + shown(before->second));
        else
            law.bands.push_back({hz.value, absorption});
    }
    if (!list.empty() && !bands.empty())
        wrong(Rule::absorption_bands, key_path(key, list),
              "has single frequencies beside it ('" + bands.begin()->second + "')", "write all bands in one way");
    else if (!list.empty())
        law.bands = read_band_list(value, list, key);
    std::ranges::sort(law.bands, {}, &AbsorptionBand::hz);
    const auto any = places_.lower_bound(key + '.');
    if (any == places_.end() || !any->first.starts_with(key + '.'))
        wrong(Rule::absorption_bands, key, "has no frequency", "write {125: 0.1, 250: 0.15}, for example");
    if (!key.empty()) need_vertex_walls(key);
    for (const AbsorptionBand& band : law.bands) law.value = std::max(law.value, band.absorption);
    return law.value > 0 ? law : SurfaceLaw{};
}

}  // namespace wavesim
