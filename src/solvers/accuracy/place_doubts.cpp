// SPDX-License-Identifier: MIT
#include "solvers/accuracy/place_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace wavesim {

namespace {

/// The smallest box that contains some points, in user coordinates.
struct Spread {
    std::size_t count = 0;
    Point least{std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
                std::numeric_limits<double>::max()};
    Point most{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest(),
               std::numeric_limits<double>::lowest()};

    void add(const Point& p) {
        ++count;
        least = {std::min(least.x, p.x), std::min(least.y, p.y), std::min(least.z, p.z)};
        most = {std::max(most.x, p.x), std::max(most.y, p.y), std::max(most.z, p.z)};
    }
    double extent(int axis) const { return most.along(axis) - least.along(axis); }
};

/// Whether a thousand times the x and y lie in the domain, unless all points coincide.
bool looks_like_km(const Scene& scene, const Spread& spread) {
    bool differ = false;
    for (int axis = 0; axis < (scene.dims == 2 ? 1 : 2); ++axis) {
        const double from = scene.frame.users(axis, 0);
        const double to = from + scene.size_m.along(axis);
        if (1000 * spread.least.along(axis) < from || 1000 * spread.most.along(axis) > to) return false;
        differ = differ || spread.extent(axis) > 0;
    }
    return differ;
}

std::string doubt_of(const Scene& scene, const Spread& spread, const std::string& what, double spacing_m) {
    constexpr std::size_t few = 3;
    if (spread.count < few) return {};
    if (looks_like_km(scene, spread))
        return fmt::format(
            "{} lie between x = {:.4g} and {:.4g} m of a domain of {:.4g} m: are their coordinates in "
            "km?",
            what, spread.least.x, spread.most.x, scene.size_m.x);
    if (spread.extent(0) < spacing_m && spread.extent(1) < spacing_m && spread.extent(2) < spacing_m)
        return fmt::format("{} lie within one cell of {:.4g} m, at x = {:.4g} m: are their coordinates right?", what,
                           spacing_m, spread.least.x);
    return {};
}

}  // namespace

std::vector<std::string> place_doubts(const Scene& scene, double spacing_m) {
    std::vector<std::string> doubts;
    const auto note = [&](const Spread& spread, const std::string& what) {
        if (std::string doubt = doubt_of(scene, spread, what, spacing_m); !doubt.empty())
            doubts.push_back(std::move(doubt));
    };
    const auto spread_of = [&](const std::vector<Point>& points) {
        Spread spread;
        for (const Point& point : points) spread.add(scene.frame.users(point));
        return spread;
    };
    if (scene.survey) {
        const Survey& survey = *scene.survey;
        note(spread_of(survey.shots), fmt::format("the {} shots of {}", survey.shots.size(), survey.key));
        if (survey.spread == Survey::Spread::listed)
            note(spread_of(survey.receivers), fmt::format("all receivers of {}", survey.key));
        if (survey.spread == Survey::Spread::listed) return doubts;
    }
    for (std::size_t i = 0; i < scene.receivers.size();) {
        const std::string& key = scene.receivers[i].key;
        Spread spread;
        for (; i < scene.receivers.size() && scene.receivers[i].key == key; ++i)
            spread.add(scene.frame.users(scene.receivers[i].position));
        note(spread, fmt::format("the {} receivers of {}", spread.count, key));
    }
    return doubts;
}

}  // namespace wavesim
