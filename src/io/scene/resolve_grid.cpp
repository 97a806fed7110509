// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "io/scene/resolve.hpp"
#include "io/scene/units.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/unit_doubts.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

using nlohmann::json;

namespace {
constexpr double nodes_max = 1e12;
constexpr double steps_max = 1e10;

constexpr const char* leggy = "leggy-";

/// Whether a name requests a star stencil of some radius.
bool is_leggy(const std::string& name) {
    const std::string digits = name.starts_with(leggy) ? name.substr(std::strlen(leggy)) : "";
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
}

std::string list_text(const Shell& shell) {
    return '[' + std::to_string(shell.q1) + ", " + std::to_string(shell.q2) + ", " + std::to_string(shell.q3) + ']';
}

std::string rounded(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), "%.3g", value);
    return buffer;
}
}  // namespace

void SceneResolver::resolve_grid(const json& values) {
    if (!values.contains("grid")) return;
    const json& grid = values["grid"];
    if (grid.contains("max_frequency")) scene_.grid.max_frequency_hz = grid["max_frequency"].get<double>();
    if (grid.contains("spacing")) scene_.grid.spacing_m = grid["spacing"].get<double>();
    scene_.grid.points_per_wavelength = grid.value("points_per_wavelength", scene_.grid.points_per_wavelength);
    if (grid.contains("courant_fraction")) scene_.grid.courant_fraction = grid["courant_fraction"].get<double>();
    if (grid.contains("stencil")) resolve_stencil(grid["stencil"]);
}

void SceneResolver::resolve_stencil(const json& stencil) {
    const std::string key = "grid.stencil";
    StencilRequest& request = scene_.grid.stencil;
    if (stencil.is_string()) {
        request.name = stencil.get<std::string>();
        if (request.name == "auto") return;
        std::vector<std::string> names{"auto"};
        for (const CatalogueEntry& entry : stencil_catalogue()) names.push_back(entry.name);
        if (std::find(names.begin() + 1, names.end(), request.name) != names.end()) return;
        fault(Rule::no_such_stencil, key,
              "no stencil has the name " + shown(request.name) + " (see `wavesim stencils`)",
              request.name.starts_with("staggered-") ? "write leggy" + request.name.substr(request.name.find('-')) +
                                                           ", which a density that varies turns into it"
              : is_leggy(request.name) ? "leggy goes from leggy-1 to leggy-" + std::to_string(largest_leggy)
                                       : did_you_mean(request.name, names));
        return;
    }
    request.name = "explicit";
    if (!stencil.contains("shells") || !stencil.contains("weights")) return;
    const json& shells = stencil["shells"];
    bool good = true;
    double consistency = 0;
    for (std::size_t i = 0; i < shells.size(); ++i) {
        const json& q = shells[i];
        const std::string here = item_path(key + ".shells", i);
        if (!q.is_array() || q[0].is_null() || q[1].is_null() || q[2].is_null()) {
            good = false;
            continue;
        }
        const Shell shell{q[0], q[1], q[2]};
        const bool ordered = shell.q1 >= shell.q2 && shell.q2 >= shell.q3 && shell.q1 >= 1;
        if (!ordered || (has_size_ && scene_.dims == 2 && shell.q3 != 0)) {
            good = false;
            fault(Rule::bad_shell, here,
                  list_text(shell) + " is no shell (" +
                      (ordered ? "q3 must be 0 in 2D)" : "q1 >= q2 >= q3 >= 0 and q1 >= 1 are needed)"));
            continue;
        }
        if (std::find(request.shells.begin(), request.shells.end(), shell) != request.shells.end()) {
            good = false;
            fault(Rule::same_shell, here, "the shell " + list_text(shell) + " stands twice");
        }
        request.shells.push_back(shell);
    }
    const json& weights = stencil["weights"];
    for (const json& weight : weights) {
        if (weight.is_null()) return;
        request.weights.push_back(weight);
    }
    if (weights.size() != shells.size()) {
        fault(Rule::weights_count, key + ".weights",
              "has " + std::to_string(weights.size()) + (weights.size() == 1 ? " weight for " : " weights for ") +
                  std::to_string(shells.size()) + (shells.size() == 1 ? " shell" : " shells") +
                  " (one each is needed)");
        return;
    }
    if (!good || !has_size_) return;
    for (std::size_t i = 0; i < request.shells.size(); ++i) {
        const auto points = static_cast<double>(shell_points(request.shells[i], scene_.dims).size());
        consistency += request.weights[i] * points * request.shells[i].norm2() / (2.0 * scene_.dims);
    }
    if (!(std::abs(consistency - 1) <= 1e-6)) {
        fault(Rule::weights_inconsistent, key + ".weights",
              "do not approximate the Laplacian (the sum of weight x points x |q|^2 / " +
                  std::to_string(2 * scene_.dims) + " is " + rounded(consistency) + " and must be 1)");
    }
}

/// Refuses grids that no machine can hold before their sizes are multiplied.
std::optional<double> SceneResolver::asked_spacing_m() const {
    const GridRequest& grid = scene_.grid;
    if (grid.spacing_m.has_value() == grid.max_frequency_hz.has_value()) return std::nullopt;
    return grid.spacing_m.value_or(speed_range(scene_.medium).slowest /
                                   (grid.max_frequency_hz.value_or(1) * grid.points_per_wavelength));
}

void SceneResolver::check_grid_size() {
    const GridRequest& grid = scene_.grid;
    const std::optional<double> asked = asked_spacing_m();
    if (!has_size_ || !asked) return;
    const double spacing = *asked;
    const std::string key = grid.spacing_m ? "grid.spacing" : "grid.max_frequency";
    double nodes = 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 1 && scene_.dims == 2) continue;
        nodes *= scene_.size_m.along(axis) / spacing;
        if (scene_.size_m.along(axis) < 0.97 * spacing) {
            fault(Rule::thin_domain, key,
                  "the spacing of " + rounded(spacing) + " m is larger than the domain (" +
                      rounded(scene_.size_m.along(axis)) + " m along " + "xyz"[axis] + ')');
            return;
        }
    }
    const std::vector<std::string> doubts = unit_doubts(scene_);
    const std::string doubt = !places_.contains("domain")
                                  ? "write geometry.unit: mm, if the numbers of the mesh are millimetres"
                              : doubts.empty() ? ""
                                               : doubts.front();
    if (nodes > nodes_max) {
        fault(Rule::grid_too_large, key,
              "the grid would have " + (std::isfinite(nodes) ? rounded(nodes) : "more than 1e+300") +
                  " nodes (at most 1e+12), spacing " + rounded(spacing) + " m",
              doubt);
        return;
    }
    const double courant = grid.courant_fraction.value_or(1.0) * 0.5;
    const double steps = scene_.duration_s * speed_range(scene_.medium).fastest / (spacing * courant);
    if (steps > steps_max) {
        fault(Rule::too_many_steps, "time.duration",
              "the run would have about " + rounded(steps) + " time steps (at most 1e+10), spacing " +
                  rounded(spacing) + " m",
              doubt);
    }
}

}  // namespace wavesim
