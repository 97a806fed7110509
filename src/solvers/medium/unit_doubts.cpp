// SPDX-License-Identifier: MIT
#include "solvers/medium/unit_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"

namespace wavesim {

namespace {

constexpr double slow_m_s = 50;         ///< no gas, no soil is slower
constexpr double dense_kg_m3 = 30'000;  ///< osmium has 22,590
constexpr double high_m = 100;          ///< no closed room is as large in every direction
constexpr double fast_m_s = 1000;       ///< faster than gases
constexpr double long_s = 100;

double smallest_size(const Scene& scene) {
    const double flat = std::min(scene.size_m.x, scene.size_m.z);
    return scene.dims == 2 ? flat : std::min(flat, scene.size_m.y);
}

}  // namespace

std::vector<std::string> unit_doubts(const Scene& scene) {
    std::vector<std::string> doubts;
    const auto [slowest, fastest] = speed_range(scene.medium);
    if (slowest < slow_m_s)
        doubts.push_back(fmt::format(
            "the slowest speed of sound is {0:.4g} m/s: is it in km/s? then write '{0:.4g} km/s'", slowest));
    if (const double most = density_range(scene.medium).most; most > dense_kg_m3)
        doubts.push_back(
            fmt::format("the largest density is {:.6g} kg/m3, more than that of any metal: is its unit right?", most));
    const bool room = scene.boundaries.all_walls() && fastest < fast_m_s;
    if (const double size = smallest_size(scene); room && size > high_m)
        doubts.push_back(fmt::format("the smallest side of this room is {0:.6g} m long: ", size) +
                         (scene.geometry ? "are the numbers of the mesh millimetres? then write geometry.unit: mm"
                                         : fmt::format("is domain.size in mm? then write '{0:.6g} mm'", size)));
    if (scene.duration_s >= long_s)
        doubts.push_back(
            fmt::format("the run lasts {0:.6g} s: is time.duration in ms? then write '{0:.6g} ms'", scene.duration_s));
    return doubts;
}

}  // namespace wavesim
