// SPDX-License-Identifier: MIT
#include "solvers/accuracy/side_mirrors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "boundary/surface.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

SideMirror::SideMirror(const PlanOutline& plan, Side side, const EdgeSections& sections)
    : sections_(sections),
      axis_(axis_of(side)),
      end_(is_max(side) ? plan.scene.size_m.along(axis_) : 0),
      boxes_(sections.boxes()) {
    const SurfaceLaw& law = plan.scene.boundaries.side[static_cast<std::size_t>(side)];
    admittance_ = law.by_frequency() ? 1 : admittance_of(law);
    const double noise = 1e-9 * plan.decision.spacing_m;
    for (EdgedBox& box : boxes_) {
        if (is_max(side) ? box.to.along(axis_) < end_ - noise : box.from.along(axis_) > end_ + noise) continue;
        if (is_max(side)) {
            box.to = with(box.to, axis_, 2 * end_ - box.from.along(axis_));
            box.grid_to = with(box.grid_to, axis_, 2 * end_ - box.grid_from.along(axis_));
        } else {
            box.from = with(box.from, axis_, 2 * end_ - box.to.along(axis_));
            box.grid_from = with(box.grid_from, axis_, 2 * end_ - box.grid_to.along(axis_));
        }
    }
}

std::array<PointPair, 3> SideMirror::images(const PointPair& pair) const {
    const Point image_from = with(pair.from, axis_, 2 * end_ - pair.from.along(axis_));
    const Point image_to = with(pair.to, axis_, 2 * end_ - pair.to.along(axis_));
    return {{{image_from, pair.to}, {pair.from, image_to}, {image_from, image_to}}};
}

double SideMirror::reflects(const PointPair& image) const {
    const double cosine =
        std::abs(image.to.along(axis_) - image.from.along(axis_)) / sections_.straight_m(image.from, image.to);
    return std::isinf(admittance_) || admittance_ == 0 ? 1 : std::abs(cosine - admittance_) / (cosine + admittance_);
}

std::vector<SideMirror> side_mirrors(const PlanOutline& plan, const EdgeSections& sections) {
    std::vector<SideMirror> mirrors;
    for (const Side side : all_sides)
        if (plan.scene.boundaries.kind[static_cast<std::size_t>(side)] == SideKind::wall &&
            !(plan.scene.dims == 2 && axis_of(side) == 1))
            mirrors.emplace_back(plan, side, sections);
    return mirrors;
}

std::vector<PointPair> examined_pairs(const PlanOutline& plan, std::size_t most_points) {
    std::vector<PointPair> pairs;
    for (std::size_t s = 0; s < std::min(most_points, plan.decision.sources.size()); ++s) {
        if (is_silent(plan.scene.sources[s].signal)) continue;
        for (std::size_t r = 0; r < std::min(most_points, plan.decision.receivers.size()); ++r)
            pairs.push_back({plan.decision.sources[s].position, plan.decision.receivers[r].position});
    }
    return pairs;
}

}  // namespace wavesim
