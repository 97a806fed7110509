// SPDX-License-Identifier: MIT
#include "solvers/accuracy/sound_behind_solids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/accuracy/edge_sections.hpp"
#include "solvers/accuracy/side_mirrors.hpp"

namespace wavesim {

double sound_around(const EdgeSections& sections, const EdgedBox& box, const PointPair& pair) {
    const auto& from = pair.from;
    const auto& to = pair.to;
    if (!sections.is_between(box, from, to)) return 1;
    double squares = 0;
    sections.each_section(box, [&](const EdgeSection& section) {
        const FlatPoint p = section.flat(from), q = section.flat(to);
        if (!section.asked.hides(p, q)) return;
        for (const bool left : {false, true})
            if (const auto way = sections.free_way(box, section, from, to, left))
                squares += std::norm(sections.share(section, from, to, *way) *
                                     wedge_factor(section.asked, *way, p, q, sections.wavelength_m()) *
                                     sound_at_edge(sections.longer(section, from, to, *way)));
    });
    return std::sqrt(squares);
}

namespace {

/// Sound around the box that weakens it most.
double sound_around_all(const EdgeSections& sections, const std::vector<EdgedBox>& boxes, const PointPair& pair) {
    double least = 1;
    for (const EdgedBox& box : boxes) least = std::min(least, sound_around(sections, box, pair));
    return least;
}

}  // namespace

double path_as_loud(const PlanOutline& plan) {
    const EdgeSections sections(plan);
    if (sections.boxes().empty()) return 0;
    const std::vector<SideMirror> mirrors = side_mirrors(plan, sections);
    const double power = (plan.scene.dims - 1) / 2.0;
    double loudest = std::numeric_limits<double>::infinity();
    for (const PointPair& pair : examined_pairs(plan, sections.most_points())) {
        const double straight = sections.straight_m(pair.from, pair.to);
        double level = 1;
        if (sections.hidden(pair.from, pair.to)) {
            double reflected = 0;
            for (const SideMirror& mirror : mirrors) {
                double squares = 0;
                for (const PointPair& image : mirror.images(pair)) {
                    const double spread = std::pow(straight / sections.straight_m(image.from, image.to), power);
                    squares += std::pow(
                        mirror.reflects(image) * spread * sound_around_all(sections, mirror.boxes(), image), 2);
                }
                reflected = std::max(reflected, squares);
            }
            level =
                std::min(1.0, std::sqrt(std::pow(sound_around_all(sections, sections.boxes(), pair), 2) + reflected));
        }
        if (level > 0) loudest = std::min(loudest, straight * std::pow(level, -1 / power));
    }
    return std::isfinite(loudest) ? loudest : 0;
}

}  // namespace wavesim
