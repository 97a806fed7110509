// SPDX-License-Identifier: MIT
#include "solvers/sealed_air.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "boundary/air_regions.hpp"
#include "solvers/interpolation.hpp"
#include "solvers/survey.hpp"

namespace wavesim {

namespace {

/// First nodes of the intervals into which the faces of the boxes cut an axis of the domain, and its end. No solid
/// touches an absorbing layer, so that layers connect nothing that is not connected.
std::vector<std::int64_t> cuts(const PlanDraft& draft, const std::vector<NodeBox>& boxes, int axis) {
    const auto along = [axis](const Node& n) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; };
    std::vector<std::int64_t> at{0, draft.grid.extent.along(axis)};
    for (const NodeBox& box : boxes) at.insert(at.end(), {along(box.from), along(box.to)});
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    return at;
}

/// The regions of air of a scene on its grid, found on the cells between the cuts.
class CutAir {
  public:
    using Cuts = std::array<std::vector<std::int64_t>, 3>;

    CutAir(const PlanDraft& draft, Cuts cuts, const std::vector<NodeBox>& boxes)
        : draft_(draft), cuts_(std::move(cuts)), regions_(room(boxes)) {}

    static Extent cells(const Cuts& cuts) {
        return {std::ssize(cuts[0]) - 1, std::ssize(cuts[1]) - 1, std::ssize(cuts[2]) - 1};
    }
    std::int64_t count() const { return regions_.count(); }

    /// Region of the first air node whose cell holds a point; -1 in a solid.
    std::int64_t of(const Point& point) const {
        const auto& halo = draft_.plan.problem.walls.halo;
        for (const Node& node : nodes_at(draft_.grid.extent, halo, draft_.grid.spacing_m, point))
            if (const std::int64_t region =
                    regions_.of({interval(0, node.x), interval(1, node.y), interval(2, node.z)});
                region >= 0)
                return region;
        return -1;
    }

  private:
    std::int64_t interval(std::size_t axis, std::int64_t node) const {
        const auto& at = cuts_[axis];
        return std::upper_bound(at.begin(), at.end(), node) - at.begin() - 1;
    }
    VoxelRoom room(const std::vector<NodeBox>& boxes) const {
        VoxelRoom room;
        room.dims = draft_.plan.scene.dims;
        room.extent = cells(cuts_);
        for (const NodeBox& box : boxes)
            fill_box(room,
                     {{interval(0, box.from.x), interval(1, box.from.y), interval(2, box.from.z)},
                      {interval(0, box.to.x), interval(1, box.to.y), interval(2, box.to.z)}},
                     0);
        return room;
    }

    const PlanDraft& draft_;
    Cuts cuts_;
    AirRegions regions_;
};

/// "receiver 'a'", "3 receivers ('a' first)".
std::string those(const char* kind, const std::vector<std::string>& names) {
    return names.size() == 1 ? fmt::format("{} '{}'", kind, names.front())
                             : fmt::format("{} {}s ('{}' is the first)", names.size(), kind, names.front());
}

}  // namespace

std::vector<std::string> sealed_air_warnings(const PlanDraft& draft, std::int64_t most_cells) {
    const Scene& scene = draft.plan.scene;
    std::vector<NodeBox> boxes;
    for (const SolidBox& solid : scene.solids)
        if (const auto box = box_nodes(draft.grid, scene.dims, solid)) boxes.push_back(box->nodes);
    if (boxes.empty()) return {};
    CutAir::Cuts cut_at{cuts(draft, boxes, 0), cuts(draft, boxes, 1), cuts(draft, boxes, 2)};
    if (CutAir::cells(cut_at).nodes() > most_cells) return {};
    const CutAir air(draft, std::move(cut_at), boxes);
    if (air.count() < 2) return {};

    std::vector<bool> hears(scene.receivers.size(), false);
    std::vector<bool> heard(scene.sources.size(), false);
    const bool moves = scene.survey && scene.survey->spread != Survey::Spread::fixed;
    std::vector<std::int64_t> of_receiver;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot) {
        if (shot == 0 || moves) {
            of_receiver.clear();
            for (std::size_t r = 0; r < scene.receivers.size(); ++r)
                of_receiver.push_back(air.of(receiver_position(scene, r, shot)));
        }
        const std::set<std::int64_t> listening(of_receiver.begin(), of_receiver.end());
        std::set<std::int64_t> sounding;
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            const std::int64_t region = air.of(source_position(scene, s, shot));
            sounding.insert(region);
            heard[s] = heard[s] || listening.contains(region);
        }
        for (std::size_t r = 0; r < hears.size(); ++r) hears[r] = hears[r] || sounding.contains(of_receiver[r]);
    }

    std::vector<std::string> deaf, unheard, warnings;
    for (std::size_t r = 0; r < hears.size(); ++r)
        if (!hears[r]) deaf.push_back(scene.receivers[r].name);
    for (std::size_t s = 0; s < heard.size(); ++s)
        if (!heard[s]) unheard.push_back(scene.sources[s].name);
    if (!deaf.empty())
        warnings.push_back(
            fmt::format("no sound reaches {}: solids on the grid seal off the air there from every source",
                        those("receiver", deaf)));
    if (!unheard.empty() && deaf.size() < hears.size())
        warnings.push_back(
            fmt::format("no receiver hears {}: solids on the grid seal off the air there from all of them",
                        those("source", unheard)));
    return warnings;
}

}  // namespace wavesim
