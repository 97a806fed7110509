// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "boundary/surface.hpp"

namespace wavesim {

/// A row of a table of materials.
struct ListedMaterial {
    SurfaceLaw surface;  ///< its name is that of the row
    std::string description;
    std::string source;
};

/// A table with the columns `name`, one per frequency, and optionally `incidence`, `description` and `source`; others
/// are ignored. Empty cells and `-` mean bands that were not measured. Throws InputFileError (material_file):
/// FILE:LINE:COLUMN: why.
std::vector<ListedMaterial> read_material_table(std::string_view text, const std::string& file);

/// The materials of configs/materials/catalogue.csv, which is compiled into the program.
const std::vector<ListedMaterial>& shipped_materials();
/// The text of that file.
extern const char* const shipped_materials_text;

/// The material with that name, or nullptr.
const ListedMaterial* find_material(const std::vector<ListedMaterial>& materials, std::string_view name);

/// Prefix of the name of a shipped material in a scene.
inline constexpr std::string_view catalogue_prefix = "catalogue/";
/// Up to five names that contain a word, or else the most similar name.
std::vector<std::string> similar_materials(const std::vector<ListedMaterial>& materials, const std::string& word);

}  // namespace wavesim
