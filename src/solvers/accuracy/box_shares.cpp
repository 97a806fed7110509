// SPDX-License-Identifier: MIT
#include "solvers/accuracy/box_shares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/accuracy/fresnel.hpp"

namespace wavesim {

namespace {

double distance_between(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

double apart_from_box(const Point& at, const Medium::Box& box) {
    return distance_between(at, {std::clamp(at.x, box.from.x, box.to.x), std::clamp(at.y, box.from.y, box.to.y),
                                 std::clamp(at.z, box.from.z, box.to.z)});
}

template <class Distance>
double nearest(const std::vector<PlannedPoint>& points, const Distance& distance) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const PlannedPoint& point : points) nearest = std::min(nearest, distance(point.position));
    return nearest;
}

}  // namespace

BoxShares::BoxShares(const PlanOutline& plan, int axis, const Point& through) {
    const double cell = plan.decision.spacing_m;
    const auto& sources = plan.decision.sources;
    const auto& receivers = plan.decision.receivers;
    const auto across = [&](int other) { return other != axis && !(other == 1 && plan.scene.dims == 2); };
    const double direct = nearest(sources, [&](const Point& source) {
        return nearest(receivers, [&](const Point& receiver) { return distance_between(source, receiver); });
    });
    for (const Medium::Box& box : plan.scene.medium.boxes) {
        Way way{{}, 0, 1};
        bool meets = true;
        std::size_t edge = 0;
        for (int other = 0; other < 3; ++other) {
            if (!across(other)) continue;
            const double low = box.from.along(other), high = box.to.along(other), at = through.along(other);
            meets = meets && at >= low && at <= high;
            way.edges[edge++] = (high - low) / cell;
        }
        if (!meets) continue;
        const double to = nearest(sources, [&](const Point& at) { return apart_from_box(at, box); });
        const double from = nearest(receivers, [&](const Point& at) { return apart_from_box(at, box); });
        if (std::isfinite(to + from) && to > 0 && from > 0) way.zone = to * from / (to + from) / cell;
        if (std::isfinite(direct))
            way.level = std::pow(std::min(1.0, direct / (to + from)), (plan.scene.dims - 1) / 2.0);
        boxes_.push_back(way);
    }
}

double BoxShares::share(double wavelength) const {
    double most = 0;
    for (const Way& way : boxes_) {
        double share = way.level;
        for (const double edge : way.edges)
            if (edge > 0 && way.zone > 0)
                share *= std::abs(strip_share(-edge / 2, edge / 2, std::sqrt(way.zone * wavelength)));
        most = std::max(most, share);
    }
    return most;
}

}  // namespace wavesim
