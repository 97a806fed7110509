// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "boundary/admittance_curve.hpp"
#include "boundary/porous_layer.hpp"
#include "boundary/port_branches.hpp"
#include "io/scene/band_middles.hpp"
#include "io/scene/resolve.hpp"
#include "io/scene/wall_table.hpp"
#include "io/text_file.hpp"

namespace wavesim {

using nlohmann::json;

namespace {

constexpr std::size_t most_curve_rows = 1000;
constexpr std::uintmax_t most_curve_bytes = std::uintmax_t{1} << 20U;

/// Fault of a row of impedances or admittances, or empty.
std::string wrong_row(const WallTableRow& row, std::complex<double> admittance) {
    if (!(row.hz >= least_band_hz && row.hz <= most_band_hz))
        return fmt::format("a frequency lies between {:g} and {:g} Hz, not at {:g}", least_band_hz, most_band_hz,
                           row.hz);
    if (row.value.real() < 0)
        return fmt::format("the real part is {:g} at {:g} Hz: such a wall would give energy (0 or more is needed)",
                           row.value.real(), row.hz);
    if (!(std::abs(admittance) <= most_port_admittance))
        return fmt::format("the wall is too soft at {:g} Hz: its admittance is above {:g} / (rho c)", row.hz,
                           most_port_admittance);
    return {};
}

}  // namespace

std::vector<WallTableRow> SceneResolver::rows_of_wall(const json& value, const std::string& key) {
    std::vector<WallTableRow> rows;
    if (value.contains("file")) {
        const std::string file = value["file"];
        const std::filesystem::path path = locate_input(*folders_, file, Rule::wall_table, most_curve_bytes);
        return read_wall_table(read_text_file(path, "table of a wall", most_curve_bytes), file);
    }
    if (!value.contains("table")) return rows;  // the schema reports it
    for (std::size_t i = 0; i < value["table"].size(); ++i) {
        const json& row = value["table"][i];
        const bool whole = row.is_array() && row.size() == 3 &&
                           std::ranges::all_of(row, [](const json& number) { return number.is_number(); });
        if (!whole) return {};  // the schema reports it
        rows.push_back({row[0], {row[1], row[2]}, item_path(key_path(key, "table"), i)});
    }
    return rows;
}

SurfaceLaw SceneResolver::read_wall_curve(const json& value, const std::string& key, double scale, bool inverse) {
    const auto wrong = [&](Rule rule, const std::string& where, std::string message) {
        if (!key.empty()) fault(rule, where, std::move(message));  // else reported where the surface is written
        return SurfaceLaw{};
    };
    const std::string of_rows = value.contains("file") ? key_path(key, "file") : key;
    std::vector<AdmittancePoint> curve;
    try {
        const std::vector<WallTableRow> rows = rows_of_wall(value, key);
        if (rows.empty()) return {};
        if (rows.size() < 2 || rows.size() > most_curve_rows)
            return wrong(Rule::wall_table, of_rows, fmt::format("2 to {} frequencies are needed", most_curve_rows));
        for (const WallTableRow& row : rows) {
            const std::complex<double> admittance = scale * (inverse ? 1.0 / row.value : row.value);
            const bool in_file = value.contains("file");
            if (const std::string why = wrong_row(row, admittance); !why.empty())
                return wrong(Rule::wall_table, in_file ? of_rows : row.place, in_file ? row.place + ": " + why : why);
            curve.push_back({row.hz, admittance});
        }
    } catch (const InputFileError& error) {
        return wrong(error.rule, of_rows, error.what());
    }
    std::ranges::sort(curve, {}, &AdmittancePoint::hz);
    const auto twice = std::ranges::adjacent_find(curve, {}, &AdmittancePoint::hz);
    if (twice != curve.end()) return wrong(Rule::wall_table, of_rows, fmt::format("{:g} Hz is there twice", twice->hz));
    if (!key.empty()) need_vertex_walls(key);
    return law_of_curve(std::move(curve));
}

SurfaceLaw SceneResolver::read_impedance(const json& value, const std::string& key) {
    if (!value.contains("unit")) return {};  // the schema reports it
    const double rho_c = scene_.medium.density_kg_m3 * scene_.medium.sound_speed_m_s;
    return read_wall_curve(value, key, value["unit"] == "rayl" ? rho_c : 1, true);
}

SurfaceLaw SceneResolver::read_porous(const json& value, const std::string& key) {
    if (!value.contains("thickness") || !value.contains("flow_resistivity") || !value.contains("gap")) return {};
    const PorousLayer layer{value["thickness"], value["flow_resistivity"], value["gap"]};
    SurfaceLaw law = law_of_curve(porous_curve(layer, scene_.medium.sound_speed_m_s));
    law.porous = layer;
    if (!key.empty()) need_vertex_walls(key);
    return law;
}

}  // namespace wavesim
