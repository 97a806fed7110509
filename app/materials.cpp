// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/terminal.hpp"
#include "boundary/words.hpp"
#include "io/input_file.hpp"
#include "io/scene/material_table.hpp"
#include "io/text_file.hpp"

namespace wavesim {

namespace {

struct ListRequest {
    std::string word;
    std::filesystem::path file;
    bool json = false;
};

std::vector<ListedMaterial> all_materials(const ListRequest& arguments) {
    if (arguments.file.empty()) return shipped_materials();
    constexpr std::size_t most_bytes = std::size_t{4} << 20U;
    const std::string text = read_text_file(arguments.file, "table of materials", most_bytes, OtherFiles::streams);
    if (text.size() > most_bytes) throw UsageError(fmt::format("{} is larger than 4 MiB", arguments.file.string()));
    try {
        return read_material_table(text, arguments.file.string());
    } catch (const InputFileError& error) {
        throw UsageError(error.what());
    }
}

/// The materials whose name or description contains the word.
std::vector<ListedMaterial> wanted_materials(const ListRequest& arguments) {
    std::vector<ListedMaterial> all = all_materials(arguments);
    std::vector<ListedMaterial> found;
    const auto holds = [&](const std::string& text) { return text.find(arguments.word) != text.npos; };
    for (const ListedMaterial& one : all)
        if (holds(one.surface.name) || holds(one.description)) found.push_back(one);
    if (!found.empty()) return found;
    const std::vector<std::string> near = similar_materials(all, arguments.word);
    throw UsageError(fmt::format("no surface of the table has '{}' in its name or description{}", arguments.word,
                                 near.empty() ? "" : "; did you mean '" + near.front() + "'?"));
}

std::string band_title(double hz) { return hz >= 1000 ? fmt::format("{:g}k", hz / 1000) : fmt::format("{:g}", hz); }

/// One line per surface, one column per frequency.
void print_bands(const std::vector<ListedMaterial>& materials) {
    std::set<double> bands;
    std::size_t width = 4;
    for (const ListedMaterial& one : materials) {
        width = std::max(width, one.surface.name.size());
        for (const AbsorptionBand& band : one.surface.bands) bands.insert(band.hz);
    }
    std::string title = fmt::format("{:<{}}", "name", width);
    for (const double hz : bands) title += fmt::format("{:>7}", band_title(hz));
    put(title + "\n");
    for (const ListedMaterial& one : materials) {
        std::string line = fmt::format("{:<{}}", one.surface.name, width);
        for (const double hz : bands) {
            const auto band = std::ranges::find(one.surface.bands, hz, &AbsorptionBand::hz);
            line +=
                band == one.surface.bands.end() ? fmt::format("{:>7}", "-") : fmt::format("{:>7g}", band->absorption);
        }
        if (one.surface.incidence == Incidence::normal) line += "  normal incidence";
        put(line + "\n");
    }
}

void print_words(const std::vector<ListedMaterial>& materials) {
    for (const ListedMaterial& one : materials) {
        std::string line = one.surface.name;
        if (!one.description.empty()) line += ": " + one.description;
        if (!one.source.empty()) line += " (" + one.source + ')';
        put(line + "\n");
    }
}

nlohmann::ordered_json materials_json(const std::vector<ListedMaterial>& materials) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ListedMaterial& one : materials) {
        nlohmann::ordered_json bands = nlohmann::ordered_json::array();
        for (const AbsorptionBand& band : one.surface.bands)
            bands.push_back({{"hz", band.hz}, {"absorption", band.absorption}});
        list.push_back({{"name", one.surface.name},
                        {"description", one.description},
                        {"source", one.source},
                        {"incidence", word_of(one.surface.incidence)},
                        {"bands", bands}});
    }
    return list;
}

void print_materials(const ListRequest& arguments) {
    const std::vector<ListedMaterial> materials = wanted_materials(arguments);
    print_bands(materials);
    put("\n");
    if (!arguments.word.empty()) return print_words(materials);
    put(arguments.file.empty()
            ? "Absorption by frequency. A scene names a row with catalogue/ before it: floor: catalogue/carpet-5mm.\n"
              "`wavesim materials WORD` shows rows that hold a word, with description and source.\n"
            : "A scene reads this table with materials_file, and names its rows as they stand here.\n");
}

}  // namespace

void add_materials_command(CLI::App& app) {
    auto arguments = std::make_shared<ListRequest>();
    CLI::App* command = app.add_subcommand("materials", "list surfaces of published tables, or of your own");
    command->add_option("WORD", arguments->word, "only rows with this word, with description and source")
        ->type_name("WORD");
    command->add_option("--file", arguments->file, "CSV table to list instead of the catalogue")->type_name("FILE");
    add_json_flag(*command, arguments->json);
    command->footer(
        "Examples:\n"
        "  wavesim materials\n"
        "  wavesim materials carpet\n"
        "  wavesim materials --file my_surfaces.csv");
    command->callback([arguments] {
        if (arguments->json) return print_json([&] { return materials_json(wanted_materials(*arguments)); });
        print_materials(*arguments);
    });
}

}  // namespace wavesim
