// SPDX-License-Identifier: MIT
#include "io/scene/mesh_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "io/mesh/mesh_file.hpp"
#include "io/mesh/mesh_union.hpp"
#include "io/scene/mesh_units.hpp"
#include "io/utf8.hpp"
#include "solvers/scene/mesh_cleaning.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

constexpr double likely_m = 300;  // longer than most halls

/// Path from the scene's folder to the file; only its name if it is not below the folder.
std::string seen_from(const fs::path& folder, const fs::path& file, bool& below) {
    std::error_code error;
    const fs::path way = fs::relative(file, folder.empty() ? fs::path(".") : folder, error);
    below = !error && !way.empty() && *way.begin() != "..";
    return below ? way.generic_string() : file.filename().string();
}

std::string in_quotes(const std::string& text) { return nlohmann::json(text).dump(); }

/// A shortened name; it is cut only between characters.
std::string short_name(const std::string& name) {
    std::size_t bytes = 0;
    while (bytes < name.size() && utf8_length(name, bytes) > 0 && bytes + utf8_length(name, bytes) <= 60)
        bytes += utf8_length(name, bytes);
    return bytes == 0 ? "room" : name.substr(0, bytes);
}

/// A coordinate to the millimetre. Models from maps are far from their origin.
std::string metres(double value) { return fmt::format("{:.12g}", std::round(value * 1000) / 1000 + 0.0); }
std::string list(const Point& p) { return fmt::format("[{}, {}, {}]", metres(p.x), metres(p.y), metres(p.z)); }

/// The triangles of a file, in metres.
TriangleMesh read_placed(const fs::path& file, const MeshPlacing& placing) {
    const std::string name = file.filename().string();
    const auto format = mesh_format_of(name);
    if (!format)
        throw InputFileError(Rule::mesh_file, "the format of " + shown(name) +
                                                  " cannot be told from its ending (read are .obj, .stl and .ply)");
    TriangleMesh mesh = parse_mesh(read_mesh_bytes(file, name), *format, name);
    for (Point& corner : mesh.corners) corner = placed(placing, corner);
    if (std::ranges::none_of(mesh.triangles, [&](const auto& t) { return mesh.normal(t) != Point{}; }))
        throw InputFileError(Rule::mesh_file, "no triangle of " + shown(name) + " has an area");
    return mesh;
}

}  // namespace

std::string scene_of_mesh(const std::vector<fs::path>& files, const fs::path& folder, const std::string& unit,
                          const std::string& up) {
    const MeshPlacing placing{metres_of_mesh_unit(unit).value_or(1), up == "y"};
    std::vector<FileMesh> meshes;
    std::vector<std::string> names, seen;
    bool all_below = true;
    for (const fs::path& file : files) {
        names.push_back(file.filename().string());
        meshes.push_back({names.back(), read_placed(file, placing)});
        bool below = true;
        seen.push_back(in_quotes(seen_from(folder, file, below)));
        all_below = all_below && below;
    }
    const TriangleMesh mesh = cleaned(united(std::move(meshes)));
    const auto box = corners_of_box(mesh);
    const Point extent{box[1].x - box[0].x, box[1].y - box[0].y, box[1].z - box[0].z};
    std::string text = fmt::format("# Walls from {}: {} triangles, {:.4g} x {:.4g} x {:.4g} m.\n",
                                   shown(names_of(names)), mesh.triangles.size(), extent.x, extent.y, extent.z);
    if (std::max({extent.x, extent.y, extent.z}) > likely_m && unit == "m")
        text += "# That is very large: if the numbers of the file are millimetres, start again with --unit mm.\n";
    if (!all_below && files.size() == 1)
        text += "# The file lies elsewhere: say where with --data DIR, or put it beside this scene.\n";
    else if (!all_below)
        text += "# Files lie elsewhere: say where with --data DIR, or put them beside this scene.\n";
    std::string further;  // files
    for (std::size_t i = 1; i < seen.size(); ++i)
        further += fmt::format("{}    - {{file: {}}}\n", i == 1 ? "  more:\n" : "", seen[i]);
    text += fmt::format(
        "# Change the numbers, then\n"
        "#   wavesim plan     says what a run would do, and whether sound leaves the walls\n"
        "# Numbers without unit are in SI units (m, s, Hz, m/s). Positions are those of the model: x from {} to {} m,\n"
        "# y from {} to {} m, z from {} to {} m.\n"
        "wavesim: 1\n"
        "name: {}\n"
        "grid: {{max_frequency: 500 Hz, points_per_wavelength: 10, stencil: auto}}\n"
        "time: {{duration: 0.3 s}}\n"
        "geometry:\n"
        "  file: {}\n"
        "{}"
        "  unit: {}                        # of the numbers in the file\n"
        "  up: {}                          # the axis of the file that points up\n"
        "  air: enclosed                  # open: the model stands in a room, which `domain` describes\n"
        "  materials:                     # absorption coefficients: put those of tables in place of 0.1\n",
        metres(box[0].x), metres(box[1].x), metres(box[0].y), metres(box[1].y), metres(box[0].z), metres(box[1].z),
        in_quotes(short_name(files.front().stem().string())), seen.front(), further, unit, up);
    const std::vector<double> areas = areas_of_materials(mesh);
    for (std::size_t m = 0; m < areas.size(); ++m)
        text += fmt::format("    {}: {{absorption: 0.1}}   # {:.4g} m2\n", in_quotes(mesh.materials[m]), areas[m]);
    const auto inside = [&](double share, double height) {
        return Point{box[0].x + share * extent.x, box[0].y + 0.5 * extent.y, box[0].z + std::min(height, extent.z / 2)};
    };
    text += fmt::format(
        "sources:                         # in the air of the model\n"
        "  - {{name: S1, position: {}, signal: {{kind: ricker, peak_frequency: 200 Hz}}}}\n"
        "receivers:\n"
        "  - {{name: R1, position: {}}}\n",
        list(inside(0.3, 1.5)), list(inside(0.7, 1.2)));
    return text;
}

}  // namespace wavesim
