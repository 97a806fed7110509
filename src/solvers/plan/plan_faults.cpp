// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "solvers/medium/medium.hpp"
#include "solvers/medium/unit_doubts.hpp"
#include "solvers/plan/directed_points.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/signal/time_step.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/space/mesh_room.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

namespace {

std::string show(const Point& p, int dims) {
    return dims == 2 ? fmt::format("[{:.4g}, {:.4g}]", p.x, p.z)
                     : fmt::format("[{:.4g}, {:.4g}, {:.4g}]", p.x, p.y, p.z);
}

bool inside(const Scene& scene, const Point& p) {
    const auto within = [](double at, double size) { return at >= 0 && at <= size; };
    return within(p.x, scene.size_m.x) && within(p.z, scene.size_m.z) &&
           (scene.dims == 2 || within(p.y, scene.size_m.y));
}

bool contains(const NodeBox& box, const Node& n) {
    return n.x >= box.from.x && n.x < box.to.x && n.y >= box.from.y && n.y < box.to.y && n.z >= box.from.z &&
           n.z < box.to.z;
}

/// Checks a point and returns its fault, or an empty text.
class PointCheck {
  public:
    explicit PointCheck(const PlanDraft& draft) : draft_(draft), sheets_(sheets_of(draft)) {
        for (const SolidBox& solid : draft.plan.scene.solids)
            boxes_.push_back(box_nodes(draft.grid, draft.plan.scene.dims, solid));
    }
    std::string operator()(const Point& p, const char* what) const {
        const Scene& scene = draft_.plan.scene;
        if (!inside(scene, p))
            return fmt::format("the {} at {} lies outside the domain (its size is {} m)", what,
                               show(scene.frame.users(p), scene.dims), show(scene.size_m, scene.dims));
        if (std::string wrong = at_sheet(p, what); !wrong.empty()) return wrong;
        const Extent& extent = draft_.grid.extent;
        if (boxes_.empty() && !draft_.grid.mesh) return "";
        std::optional<std::size_t> solid;
        for (const Node& node : nodes_at(draft_.grid.extent, mirrors_of(draft_), draft_.grid.spacing_m, p)) {
            const bool in_mesh = draft_.grid.mesh && draft_.grid.mesh->is_solid(extent.index(node.x, node.y, node.z));
            solid = solid_at(node);
            if (!solid && !in_mesh) return "";
        }
        if (!solid)
            return fmt::format(
                "the {} at {} lies in a wall of the mesh of '{}', or where no sound of the sources comes", what,
                show(scene.frame.users(p), scene.dims), scene.geometry->file);
        const std::string& name = scene.solids[*solid].name;
        return fmt::format("the {} at {} lies in a cell of the solid {}", what, show(scene.frame.users(p), scene.dims),
                           name.empty() ? fmt::format("solids[{}]", *solid) : "'" + name + "'");
    }

    /// Whether the straight line between two points passes a sheet on the grid.
    bool passes_sheet(const Point& a, const Point& b) const {
        return std::ranges::any_of(sheets_, [&](const PlacedSheet& sheet) {
            const int axis = sheet.asked->across;
            const double before = a.along(axis) - sheet.at, behind = b.along(axis) - sheet.at;
            if ((before < 0) == (behind < 0)) return false;
            const double share = before / (before - behind);
            return sheet.holds({std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share), std::lerp(a.z, b.z, share)},
                               draft_.plan.scene.dims);
        });
    }

  private:
    /// A sheet, the plane in which it lies on the grid, and its rectangle there, m.
    struct PlacedSheet {
        const SolidBox* asked;
        double at;
        Point from, to;
        bool holds(const Point& p, int dims) const {
            for (const int axis : {0, 1, 2})
                if (axis != asked->across && !(axis == 1 && dims == 2) &&
                    !(p.along(axis) >= from.along(axis) && p.along(axis) <= to.along(axis)))
                    return false;
            return true;
        }
    };

    static std::vector<PlacedSheet> sheets_of(const PlanDraft& draft) {
        std::vector<PlacedSheet> sheets;
        const double x = draft.grid.spacing_m;
        for (const SolidBox& solid : draft.plan.scene.solids)
            if (const auto found = sheet_faces(draft.grid, draft.plan.scene.dims, solid)) {
                const NodeBox plane = plane_of(*found);
                const auto metres = [x](const Node& n) {
                    return Point{static_cast<double>(n.x) * x, static_cast<double>(n.y) * x,
                                 static_cast<double>(n.z) * x};
                };
                sheets.push_back({&solid, metres(plane.to).along(solid.across), metres(plane.from), metres(plane.to)});
            }
        return sheets;
    }

    /// A point in a sheet, or between a sheet and its place on the grid, has no side of it; else empty.
    std::string at_sheet(const Point& p, const char* what) const {
        const Scene& scene = draft_.plan.scene;
        for (const PlacedSheet& sheet : sheets_) {
            const int axis = sheet.asked->across;
            const double asked = sheet.asked->from.along(axis);
            const double low = std::min(sheet.at, asked), high = std::max(sheet.at, asked);
            const double rounding = 1e-9 * draft_.grid.spacing_m;
            if (p.along(axis) < low - rounding || p.along(axis) > high + rounding || !sheet.holds(p, scene.dims))
                continue;
            return fmt::format(
                "the {} at {} lies in the sheet '{}', or between it and its place on the grid, {:.4g} m "
                "along {}",
                what, show(scene.frame.users(p), scene.dims), sheet.asked->name, scene.frame.users(axis, sheet.at),
                "xyz"[axis]);
        }
        return "";
    }

    std::optional<std::size_t> solid_at(const Node& node) const {
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            if (boxes_[i] && contains(boxes_[i]->nodes, node)) return i;
        return std::nullopt;
    }

    const PlanDraft& draft_;
    std::vector<std::optional<BoxNodes>> boxes_;
    std::vector<PlacedSheet> sheets_;
};

const Point* axis_of(const SourceRequest& source) {
    return source.directivity.any() ? &source.directivity.axis : nullptr;
}
const Point* axis_of(const ReceiverRequest& receiver) { return receiver.eight ? &*receiver.eight : nullptr; }

/// Fault of a point with a direction, which uses the pressure on both sides of it; else empty.
std::string wrong_beside(const PointCheck& check, const PlanDraft& draft, const Point& at, const Point& axis,
                         const char* what) {
    for (const SlopePoint& beside : slope_points(at, axis, draft.grid.spacing_m))
        if (!check(beside.at, what).empty() || check.passes_sheet(at, beside.at))
            return fmt::format(
                "the {} has a direction and stands less than {:.3g} m from a wall or solid, where its two "
                "sides do not fit",
                what, slope_reach * draft.grid.spacing_m);
    return "";
}

/// The same for every shot of a survey: reports the first wrong point and the number of shots that have one.
template <class Check>
void find_shot_faults(const Scene& scene, const Check& check, std::vector<Fault>& faults) {
    const auto wrong_in = [&](std::int64_t shot) {
        for (std::size_t i = 0; i < scene.sources.size(); ++i)
            if (std::string wrong = check(source_position(scene, i, shot), "source", axis_of(scene.sources[i]));
                !wrong.empty())
                return wrong;
        const bool again = shot == 0 || scene.survey->spread != Survey::Spread::fixed;
        for (std::size_t i = 0; again && i < scene.receivers.size(); ++i)
            if (std::string wrong = check(receiver_position(scene, i, shot), "receiver", axis_of(scene.receivers[i]));
                !wrong.empty())
                return wrong;
        return std::string();
    };
    std::string first;
    std::int64_t count = 0;
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot) {
        const std::string wrong = wrong_in(shot);
        if (wrong.empty()) continue;
        if (count++ == 0) first = fmt::format("shot {}: {}", shot + 1, wrong);
    }
    if (count == 0) return;
    const std::string key = scene.survey->key.empty() ? "survey" : scene.survey->key;
    faults.push_back({key, count == 1 ? first : fmt::format("{}, and {} more of the shots", first, count - 1), ""});
}

}  // namespace

void find_point_faults(const PlanDraft& draft, std::vector<Fault>& faults) {
    const Scene& scene = draft.plan.scene;
    const PointCheck points(draft);
    const auto check = [&](const Point& at, const char* what, const Point* axis) {
        std::string wrong = points(at, what);
        return wrong.empty() && axis ? wrong_beside(points, draft, at, *axis, what) : wrong;
    };
    if (scene.survey) return find_shot_faults(scene, check, faults);
    for (std::size_t i = 0; i < scene.sources.size(); ++i)
        if (const std::string wrong = check(scene.sources[i].position, "source", axis_of(scene.sources[i]));
            !wrong.empty())
            faults.push_back({source_key(scene, i) + ".position", wrong, ""});

    // Lines and grids are one key: reports the first wrong point and their number.
    struct Wrong {
        std::string message;
        std::int64_t count = 0;
    };
    std::map<std::string, Wrong> wrong_of_key;
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < scene.receivers.size(); ++i) {
        const ReceiverRequest& receiver = scene.receivers[i];
        const std::string wrong = check(receiver.position, "receiver", axis_of(receiver));
        if (wrong.empty()) continue;
        const std::string key = receiver.key.empty() ? fmt::format("receivers[{}]", i) : receiver.key;
        Wrong& entry = wrong_of_key[key];
        if (entry.count++ == 0) {
            entry.message = wrong;
            keys.push_back(key);
        }
    }
    for (const std::string& key : keys) {
        const Wrong& entry = wrong_of_key[key];
        faults.push_back({key,
                          entry.count == 1
                              ? entry.message
                              : fmt::format("{}, and {} more of these receivers", entry.message, entry.count - 1),
                          ""});
    }
}

void find_aliased_faults(const PlanDraft& draft, std::vector<Fault>& faults) {
    constexpr double most = 0.5;
    const PlanOutline& plan = draft.plan;
    const double limit = carried_frequency(plan);
    std::string advice = "use a finer grid or a lower signal, or write aliased: true in the source";
    for (const std::string& doubt : unit_doubts(plan.scene)) advice.insert(0, doubt + "; else ");
    for (std::size_t i = 0; i < plan.scene.sources.size(); ++i) {
        const SourceRequest& source = plan.scene.sources[i];
        // An impulse is one sample, which is possible on any grid; it only causes a warning.
        if (source.aliased || source.signal.kind == SignalKind::impulse || is_silent(source.signal)) continue;
        const double above = energy_above(source.signal, limit, plan.scene.duration_s);
        if (above > most)
            faults.push_back({source_key(plan.scene, i) + ".signal",
                              fmt::format("{:.3g} % of its energy lies above {:.4g} Hz, where waves have fewer than 2 "
                                          "points per wavelength and no grid of this spacing carries them",
                                          100 * above, limit),
                              advice});
    }
}

namespace {

/// Decimated snapshots need at least two nodes along each of their sides.
void find_coarse_snapshots(const PlanDraft& draft, const SnapshotOutput& asked, std::vector<Fault>& faults) {
    const Extent& extent = draft.grid.extent;
    int shortest = -1;
    for (int axis = 0; axis < 3; ++axis) {
        const bool flat = extent.along(axis) == 1 || (asked.plane && asked.plane->axis == axis);
        if (!flat && (shortest < 0 || extent.along(axis) < extent.along(shortest))) shortest = axis;
    }
    if (shortest < 0 || asked.decimate < extent.along(shortest)) return;
    faults.push_back({"outputs.snapshots.decimate",
                      fmt::format("one node of {} would be left along {}", extent.along(shortest), "xyz"[shortest]),
                      fmt::format("use at most {}", extent.along(shortest) - 1)});
}

}  // namespace

void find_output_faults(const PlanDraft& draft, std::vector<Fault>& faults) {
    const Scene& scene = draft.plan.scene;
    if (const auto& snapshots = scene.outputs.snapshots) {
        if (!(std::isfinite(snapshots->every_s) && snapshots->every_s > 0))
            faults.push_back({"outputs.snapshots.every", "the interval must be longer than 0", ""});
        if (snapshots->from_s && snapshots->to_s && *snapshots->to_s < *snapshots->from_s)
            faults.push_back({"outputs.snapshots.to", "the last snapshot would be before the first", ""});
        if (snapshots->decimate < 1)
            faults.push_back({"outputs.snapshots.decimate", "decimation counts nodes: 1, 2, 3 ...", ""});
        find_coarse_snapshots(draft, *snapshots, faults);
        if (snapshots->plane) {
            const auto& plane = *snapshots->plane;
            if (scene.dims == 2)
                faults.push_back({"outputs.snapshots.slice", "a 2D scene is a slice already", "leave the slice out"});
            else if (!(plane.at_m >= 0 && plane.at_m <= scene.size_m.along(plane.axis)))
                faults.push_back({"outputs.snapshots.slice",
                                  fmt::format("{} = {:.4g} m lies outside the domain (0 to {:.4g} m)",
                                              "xyz"[plane.axis], plane.at_m, scene.size_m.along(plane.axis)),
                                  ""});
        } else if (snapshots->png && scene.dims == 3) {
            faults.push_back({"outputs.snapshots.png", "pictures need a slice", "add slice: {z: ...}"});
        }
    }
    if (scene.survey && scene.survey->shots.empty()) faults.push_back({"survey", "the survey has no shots", ""});
    if (scene.survey && scene.outputs.traces.wav_rate_hz)
        faults.push_back({"outputs.traces.wav", "sound files are for scenes without a survey", "use segy: true"});
    if (scene.outputs.compare == ExactReference::none) return;
    if (scene.survey)
        faults.push_back({"outputs.compare", "comparisons are for scenes without a survey", "leave compare out"});
    if (scene.receivers.empty())
        faults.push_back({"outputs.compare", "there is no receiver to compare at", "add a receiver"});
    if (varies(scene.medium))
        faults.push_back({"outputs.compare", "exact solutions are known here for media of one speed of sound only",
                          "leave compare out"});
    if (scene.outputs.compare == ExactReference::shoebox) {
        bool rigid = !scene.any_solid() && scene.boundaries.all_walls();
        for (std::size_t s = 0; s < 6; ++s)
            rigid = rigid && ((scene.dims == 2 && (s == 2 || s == 3)) || draft.admittance[s] == 0);
        if (!rigid)
            faults.push_back({"outputs.compare",
                              "the exact shoebox solution holds for rigid sides and no solids, this scene has others",
                              "use compare: free_field, or make every side rigid"});
    }
}

}  // namespace wavesim
