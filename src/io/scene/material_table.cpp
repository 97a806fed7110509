// SPDX-License-Identifier: MIT
#include "io/scene/material_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/input_file.hpp"
#include "io/nearest_name.hpp"
#include "io/scene/band_middles.hpp"
#include "io/scene/csv_table.hpp"
#include "io/scene/surface_words.hpp"
#include "io/scene/units.hpp"

namespace wavesim {

namespace {

constexpr std::size_t longest_name = 64;
constexpr double most_in_tables = 2;

/// Indices of the columns of a table.
struct MaterialColumns {
    std::optional<std::size_t> name, incidence, description, source;
    std::vector<std::pair<std::size_t, double>> bands;  ///< columns of bands and their frequencies in Hz
};

MaterialColumns columns_of(const CsvFileTable& table) {
    MaterialColumns columns;
    for (std::size_t i = 0; i < table.titles.fields.size(); ++i) {
        const CsvField& title = table.titles.fields[i];
        const auto take = [&](const char* word, std::optional<std::size_t>& column) {
            if (title.text != word) return;
            if (column) table.refuse(table.titles, title, fmt::format("there are two columns '{}'", word));
            column = i;
        };
        take("name", columns.name);
        take("incidence", columns.incidence);
        take("description", columns.description);
        take("source", columns.source);
        const ParsedQuantity hz = parse_quantity(title.text, Dimension::frequency);
        if (!hz.ok) continue;
        if (!(hz.value >= least_band_hz && hz.value <= most_band_hz))
            table.refuse(table.titles, title,
                         fmt::format("bands lie between {:g} and {:g} Hz", least_band_hz, most_band_hz));
        if (std::ranges::count(columns.bands, hz.value, &std::pair<std::size_t, double>::second) > 0)
            table.refuse(table.titles, title, "there are two columns of that frequency");
        columns.bands.emplace_back(i, hz.value);
    }
    if (!columns.name) table.refuse(table.titles, {}, "there is no column 'name'");
    if (columns.bands.empty())
        table.refuse(table.titles, {}, "there is no column of a frequency (its title is 125 or 1 kHz, for example)");
    return columns;
}

std::string name_of(const CsvFileTable& table, const CsvFileTable::Row& row, const CsvField& field) {
    const bool bad = field.text.empty() || field.text.size() > longest_name || field.text.find('/') != field.text.npos;
    if (bad) table.refuse(row, field, "a name has 1 to 64 bytes and no slash");
    for (const std::string_view word : {rigid_word, absorbing_word, free_surface_word})
        if (field.text == word) table.refuse(row, field, fmt::format("'{}' has a meaning of its own in scenes", word));
    return std::string(field.text);
}

SurfaceLaw surface_of(const CsvFileTable& table, const CsvFileTable::Row& row, const MaterialColumns& columns) {
    SurfaceLaw law;
    law.kind = SurfaceLaw::Kind::absorption;
    law.name = name_of(table, row, row.fields[*columns.name]);
    if (columns.incidence) {
        const CsvField& field = row.fields[*columns.incidence];
        const std::optional<Incidence> incidence = value_of<Incidence>(field.text);
        if (!incidence && !field.text.empty())
            table.refuse(row, field, "the incidence is random or normal, not " + shown(field.text));
        law.incidence = incidence.value_or(Incidence::random);
    }
    for (const auto& [column, hz] : columns.bands) {
        const CsvField& field = row.fields[column];
        if (field.text.empty() || field.text == "-") continue;
        const ParsedQuantity value = parse_quantity(field.text, Dimension::none);
        if (!value.ok)
            table.refuse(row, field, value.message + (value.suggestion.empty() ? "" : "; " + value.suggestion));
        if (!(value.value >= 0 && value.value <= most_in_tables))
            table.refuse(row, field,
                         fmt::format("absorption is 0 to {:g}, not {:g} ({:g} % is {:g})", most_in_tables, value.value,
                                     value.value, value.value / 100));
        law.bands.push_back({hz, value.value});
        law.value = std::max(law.value, value.value);
    }
    if (law.bands.empty()) table.refuse(row, row.fields.front(), "the row has no absorption");
    std::ranges::sort(law.bands, {}, &AbsorptionBand::hz);
    return law;
}

}  // namespace

std::vector<ListedMaterial> read_material_table(std::string_view text, const std::string& file) {
    const CsvFileTable table = read_csv_table(text, file, Rule::material_file, CsvTitles::first_line);
    const MaterialColumns columns = columns_of(table);
    std::vector<ListedMaterial> materials;
    for (const CsvFileTable::Row& row : table.rows) {
        const auto text_of = [&row](std::optional<std::size_t> column) {
            return column ? std::string(row.fields[*column].text) : std::string();
        };
        ListedMaterial material{surface_of(table, row, columns), text_of(columns.description), text_of(columns.source)};
        if (find_material(materials, material.surface.name) != nullptr)
            table.refuse(row, row.fields[*columns.name],
                         "a row before has the name " + shown(material.surface.name) + ", too");
        materials.push_back(std::move(material));
    }
    return materials;
}

const std::vector<ListedMaterial>& shipped_materials() {
    static const std::vector<ListedMaterial> materials =
        read_material_table(shipped_materials_text, "configs/materials/catalogue.csv");
    return materials;
}

const ListedMaterial* find_material(const std::vector<ListedMaterial>& materials, std::string_view name) {
    const auto found =
        std::ranges::find_if(materials, [name](const ListedMaterial& one) { return one.surface.name == name; });
    return found == materials.end() ? nullptr : &*found;
}

std::vector<std::string> similar_materials(const std::vector<ListedMaterial>& materials, const std::string& word) {
    constexpr std::size_t most = 5;
    std::vector<std::string> names, similar;
    for (const ListedMaterial& one : materials) {
        names.push_back(one.surface.name);
        const bool holds = ('-' + one.surface.name + '-').find('-' + word + '-') != std::string::npos;
        if (similar.size() < most && !word.empty() && holds) similar.push_back(one.surface.name);
    }
    if (std::string near = nearest_name(word, names); similar.empty() && !near.empty())
        similar.push_back(std::move(near));
    return similar;
}

}  // namespace wavesim
