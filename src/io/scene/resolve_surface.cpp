// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/enum_value.hpp"
#include "io/scene/material_table.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/surface_words.hpp"
#include "io/text_file.hpp"

namespace wavesim {

using nlohmann::json;

SurfaceLaw SceneResolver::surface_named(const std::string& word, const std::string& key, const json& materials) {
    if (word == rigid_word) return {};
    if (word == absorbing_word || word == free_surface_word) {
        fault(Rule::side_only, key, "only a side of the domain can be " + shown(word),
              "{admittance: 1} absorbs what arrives head-on");
        return {};
    }
    if (materials.contains(word)) {
        SurfaceLaw law = resolve_material(materials[word], "", materials);
        law.name = word;
        return law;
    }
    const bool shipped = word.starts_with(catalogue_prefix);
    const ListedMaterial* listed = shipped ? find_material(shipped_materials(), word.substr(catalogue_prefix.size()))
                                           : find_material(listed_materials_, word);
    if (listed == nullptr) {
        if (!key.empty()) refuse_material(word, key, materials);  // else reported where the surface is written
        return {};
    }
    if (!key.empty()) need_vertex_walls(key);
    return listed->surface.value > 0 ? listed->surface : SurfaceLaw{};
}

SurfaceLaw SceneResolver::resolve_material(const json& value, const std::string& key, const json& materials) {
    if (!value.is_string()) return resolve_surface(value, key, materials);
    const std::string word = value;
    if (word.starts_with(catalogue_prefix)) return surface_named(word, key, json::object());
    if (!key.empty())
        fault(Rule::no_such_material, key,
              "is the word " + shown(word) + ", but a material is a block of keys or a row of the catalogue",
              "write {absorption: 0.1}, or catalogue/NAME from `wavesim materials`");
    return {};
}

void SceneResolver::refuse_material(const std::string& word, const std::string& key, const json& materials) {
    const bool shipped = word.starts_with(catalogue_prefix);
    const std::string bare = shipped ? word.substr(catalogue_prefix.size()) : word;
    std::vector<std::string> similar = similar_materials(shipped_materials(), bare);
    if (!shipped)  // only where the word is one of the name
        std::erase_if(similar, [&](const std::string& name) {
            return ('-' + name + '-').find('-' + bare + '-') == std::string::npos;
        });
    for (std::string& name : similar) name = std::string(catalogue_prefix) + name;
    if (shipped)
        return fault(
            Rule::no_such_material, key, "the catalogue has no surface " + shown(bare),
            similar.empty() ? "`wavesim materials` lists them" : "did you mean " + enumerate_words(similar) + "?");
    std::vector<std::string> words{std::string(rigid_word)};
    if (key.starts_with("boundaries."))
        words.insert(words.end(), {std::string(absorbing_word), std::string(free_surface_word)});
    for (const auto& [name, material] : materials.items()) words.push_back(name);
    for (const ListedMaterial& one : listed_materials_) words.push_back(one.surface.name);
    std::string near = did_you_mean(word, words);
    if (near.empty() && !similar.empty()) near = "the catalogue has " + enumerate_words(similar, " and ");
    constexpr std::size_t most_words = 20;
    if (words.size() > most_words) words.resize(most_words), words.emplace_back("...");
    fault(Rule::no_such_material, key,
          "no material has the name " + shown(word) + " (here: " + enumerate_words(words) + ')', near);
}

void SceneResolver::need_vertex_walls(const std::string& key) {
    const WallForm walls = scene_.boundaries.walls;
    if (walls == WallForm::vertex || walls == WallForm::automatic) return;  // see place_walls_by_frequency
    fault(Rule::absorption_bands, key,
          "depends on frequency, which walls at the vertices can do ('" + std::string(word_of(walls)) + "' cannot)",
          "write boundaries: {walls: vertex}, or one number");
}

void SceneResolver::place_walls_by_frequency() {
    Boundaries& sides = scene_.boundaries;
    if (sides.walls != WallForm::automatic) return;
    const auto depend = [](const SurfaceLaw& law) { return law.by_frequency(); };
    bool any = std::ranges::any_of(scene_.solids, depend, &SolidBox::surface) ||
               std::ranges::any_of(scene_.solids, depend, &SolidBox::upper_surface);
    for (const Side side : all_sides)
        any = any || (sides.kind[static_cast<std::size_t>(side)] == SideKind::wall &&
                      depend(sides.side[static_cast<std::size_t>(side)]));
    if (scene_.geometry) any = any || std::ranges::any_of(scene_.geometry->surfaces, depend);
    if (!any) return;
    sides.walls = WallForm::vertex;
    if (!sides.all_walls())
        fault(Rule::walls_vertex, "boundaries",
              "a surface depends on frequency, so walls lie at the vertices ('vertex'), and these need walls on all "
              "sides",
              "give every side a surface, or each surface one number");
}

void SceneResolver::read_listed_materials(const json& values, const InputFolders& folders) {
    if (!values.contains("materials_file")) return;
    constexpr std::uintmax_t most_bytes = std::uintmax_t{4} << 20U;
    const std::string file = values["materials_file"];
    try {
        const std::filesystem::path path = locate_input(folders, file, Rule::material_file, most_bytes);
        listed_materials_ = read_material_table(read_text_file(path, "table of materials", most_bytes), file);
    } catch (const InputFileError& error) {
        fault(error.rule, "materials_file", error.what());
    }
}

SurfaceLaw SceneResolver::resolve_surface(const json& value, const std::string& key, const json& materials) {
    if (value.is_string()) return surface_named(value.get_ref<const std::string&>(), key, materials);
    SurfaceLaw law;
    if (value.contains("impedance"))
        return read_impedance(value["impedance"], key.empty() ? key : key_path(key, "impedance"));
    if (value.contains("porous")) return read_porous(value["porous"], key.empty() ? key : key_path(key, "porous"));
    if (value.contains("admittance")) {
        if (value["admittance"].is_object())
            return read_wall_curve(value["admittance"], key.empty() ? key : key_path(key, "admittance"), 1, false);
        law.kind = SurfaceLaw::Kind::admittance;
        law.value = value["admittance"];
    } else if (value.contains("absorption")) {
        law.kind = SurfaceLaw::Kind::absorption;
        law.incidence = enum_value(value, "incidence", Incidence::random);
        if (value["absorption"].is_object())
            return read_bands(value["absorption"], key.empty() ? key : key_path(key, "absorption"), law);
        law.value = value["absorption"];
        if (!key.empty() && law.incidence == Incidence::random && law.value > random_absorption_limit) {
            fault(Rule::absorption_limit, key_path(key, "absorption"),
                  "a locally reacting surface cannot absorb more than 0.95 at random incidence",
                  "write 0.95 or less, or incidence: normal");
        }
    }
    if (law.value == 0) law = SurfaceLaw{};
    return law;
}

}  // namespace wavesim
