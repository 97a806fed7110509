// SPDX-License-Identifier: MIT
#include "solvers/accuracy/medium_columns.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/medium/cell_average.hpp"
#include "solvers/medium/cell_places.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/medium/thomsen_at.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

namespace {

constexpr int parts_of_cell = 4;            // pieces per cell in smoothly varying media
constexpr int finer = 8;                    // this grid interpolates files of a quarter of the spacing and coarser
constexpr double before_the_side = 1e-9;    // still inside of what ends at a side
constexpr std::int64_t most_nodes = 12000;  // largest number of nodes of all columns along an axis

Point with(Point at, int axis, double to) {
    (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = to;
    return at;
}

bool has_grids(const Anisotropy& tti) {
    return std::ranges::any_of(tti.grids, [](const auto& grid) { return grid.has_value(); });
}

/// The axis of a medium that varies along one axis only; else -1.
int only_axis(const Scene& scene) {
    const Medium& medium = scene.medium;
    if (!medium.boxes.empty() || !medium.lenses.empty() || medium.grid || medium.density_grid || medium.example ||
        (scene.tti && (!scene.tti->boxes.empty() || has_grids(*scene.tti))))
        return -1;
    return medium.layers ? medium.layers->axis : medium.gradient ? medium.gradient->axis : -1;
}

/// Means over adjacent cells of values given per piece, including the exchange between cells. Before the first cell the
/// medium continues, or is its mirror image.
std::vector<double> means(const CutCells& cells, const std::vector<double>& values, bool goes_on_before) {
    constexpr double whole = 1 - 1e-9;  // in smaller cells the mirror image cancels the exchange
    std::vector<double> means(cells.begin.size() - 1);
    std::vector<CellMove> moves(means.size());
    for (std::size_t i = 0; i < means.size(); ++i) {
        const std::size_t first = cells.begin[i], end = cells.begin[i + 1];
        AxisShape shape{.first = values[first], .last = values[end - 1]};
        for (std::size_t k = first; k < end; ++k) {
            const CellPiece& piece = cells.pieces[k];
            means[i] += piece.share * values[k];
            shape.moment += piece.share * values[k] * (piece.from + piece.to) / 2;
        }
        const double width = cells.pieces[end - 1].to - cells.pieces[first].from;
        if (end - first > 1 && width > whole) moves[i] = cell_move(means[i], shape);
    }
    std::vector<double> placed = means;
    const auto count = static_cast<std::int64_t>(means.size());
    for (std::int64_t i = 0; i < count; ++i) {
        const CellMove& move = moves[static_cast<std::size_t>(i)];
        const std::int64_t other = (move.amount > 0) == move.gives ? i + 1 : i - 1;
        if ((other < 0 && !goes_on_before) || other == count) continue;  // the exchange with a mirror image cancels
        const double mean = means[static_cast<std::size_t>(i)];
        const double beside = other < 0 ? values.front() : means[static_cast<std::size_t>(other)];
        const double amount = std::abs(move.amount);
        const double taken = move.gives ? -amount : std::min(amount, most_taken(beside, mean));
        placed[static_cast<std::size_t>(i)] += taken;
        if (other >= 0) placed[static_cast<std::size_t>(other)] -= taken;
    }
    return placed;
}

/// Points that define the columns, at most one per line of nodes; the first of several is kept.
std::vector<Point> places(const PlanOutline& plan, const GridChoice& grid, int axis) {
    const Scene& scene = plan.scene;
    std::vector<Point> all;
    for (const PlannedPoint& source : plan.decision.sources) all.push_back(source.position);
    for (const Medium::Box& box : scene.medium.boxes)
        all.push_back({(box.from.x + box.to.x) / 2, (box.from.y + box.to.y) / 2, (box.from.z + box.to.z) / 2});
    if (scene.tti)
        for (const Anisotropy::Box& box : scene.tti->boxes)
            all.push_back({(box.from.x + box.to.x) / 2, (box.from.y + box.to.y) / 2, (box.from.z + box.to.z) / 2});
    for (const PlannedPoint& receiver : plan.decision.receivers) all.push_back(receiver.position);
    std::set<std::array<std::int64_t, 3>> known;
    std::erase_if(all, [&](const Point& at) {
        std::array<std::int64_t, 3> node{};
        for (int d = 0; d < 3; ++d)
            if (d != axis)
                node[static_cast<std::size_t>(d)] =
                    static_cast<std::int64_t>(std::floor(at.along(d) / plan.decision.spacing_m));
        return !known.insert(node).second;
    });
    const auto most = static_cast<std::size_t>(std::clamp<std::int64_t>(most_nodes / grid.extent.along(axis), 1, 12));
    if (all.size() > most) all.resize(most);
    if (only_axis(scene) == axis && !all.empty()) all.resize(1);
    return all;
}

/// Positions of the values of files, where the slope of an interpolated medium changes.
void add_values(const Medium& medium, int axis, std::vector<double>& cuts) {
    for (const auto* grid : {&medium.grid, &medium.density_grid})
        if (*grid) {
            const ModelGrid& values = *(*grid)->values;
            for (std::int64_t i = 0; i < values.extent.along(axis); ++i)
                cuts.push_back(values.first_m.along(axis) + static_cast<double>(i) * values.spacing_m.along(axis));
        }
}

/// The medium on a line along an axis at ascending coordinates; pieces have no lengths.
std::vector<ColumnPiece> read(const PlanOutline& plan, MediumLines& lines, int axis, const Point& through,
                              const std::vector<double>& at_m, bool with_boxes) {
    const Scene& scene = plan.scene;
    std::vector<std::size_t> boxes(with_boxes ? scene.medium.boxes.size() : 0);
    std::iota(boxes.begin(), boxes.end(), std::size_t{0});
    std::vector<double> speed(at_m.size()), density(at_m.size(), 1.0);
    if (axis == 0) {
        lines.set_points(at_m);
        lines.read(through.y, through.z, boxes, speed.data(), density.data());
    } else {
        lines.set_points({through.x});
        for (std::size_t i = 0; i < speed.size(); ++i) {
            const Point at = with(through, axis, at_m[i]);
            lines.read(at.y, at.z, boxes, &speed[i], &density[i]);
        }
    }
    std::vector<ColumnPiece> found;
    for (std::size_t i = 0; i < speed.size(); ++i) {
        const double stretch = scene.tti ? speed_along(thomsen_at(scene, with(through, axis, at_m[i])), axis) : 1;
        found.push_back({0, stretch * speed[i] / plan.decision.fastest_m_s, density[i]});
    }
    return found;
}

/// A column and its mirror image beyond its lower or upper end.
Column mirrored(const Column& column, bool lower) {
    Column both = column;
    double length = 0;
    for (const ColumnPiece& piece : column.pieces) length += piece.length;
    const std::size_t count = column.modulus.size();
    const double last_node = column.first_node + static_cast<double>(count) - 1;
    const bool shared = std::abs(lower ? column.first_node : length - last_node) < 0.25;  // a node on the side
    const auto join = [lower](const auto& values, std::size_t skip) {
        std::vector<std::decay_t<decltype(values[0])>> image(values.rbegin(), values.rend()), whole = values;
        if (lower) {
            image.insert(image.end(), values.begin() + static_cast<std::ptrdiff_t>(skip), values.end());
            return image;
        }
        whole.insert(whole.end(), image.begin() + static_cast<std::ptrdiff_t>(skip), image.end());
        return whole;
    };
    both.pieces = join(column.pieces, 0);
    both.modulus = join(column.modulus, shared ? 1 : 0);
    if (lower) both.first_node = length - last_node;
    if (column.buoyancy.empty()) return both;
    std::vector<double> buoyancy = column.buoyancy;
    if (!shared) {  // at the side
        const double there = 1 / (lower ? column.pieces.front() : column.pieces.back()).density;
        buoyancy.insert(lower ? buoyancy.begin() : buoyancy.end(), there);
    }
    both.buoyancy = join(buoyancy, shared ? 0 : 1);
    return both;
}

double modulus_of(const ColumnPiece& piece) { return piece.density * piece.speed * piece.speed; }

}  // namespace

MediumColumns::MediumColumns(const PlanOutline& plan)
    : plan_(plan),
      grid_(domain_grid(plan)),
      walls_(plan.scene.boundaries.walls == WallForm::whole ? WallPosition::whole : WallPosition::half),
      lines_(plan.scene, grid_.spacing_m, first_node(plan.scene, grid_.spacing_m, walls_), true),
      fine_(plan.scene, grid_.spacing_m / finer, first_node(plan.scene, grid_.spacing_m / finer, walls_), true),
      scheme_(plan.decision.shape.stencil, plan.courant_of_traces()) {
    const double per_cell = 2 * std::numbers::pi * plan.decision.spacing_m / plan.decision.fastest_m_s;
    for (const PulseTone& tone : pulse_tones(plan)) tones_.push_back({per_cell * tone.hz, tone.share});
}

bool MediumColumns::goes_on(int axis) const {
    return plan_.scene.boundaries.kind[static_cast<std::size_t>(2 * axis) + 1] == SideKind::absorbing;
}

std::int64_t MediumColumns::nodes_along(int axis) const { return grid_.extent.along(axis) + (goes_on(axis) ? 1 : 0); }

MediumColumns::CutColumn MediumColumns::cut(int axis, const Point& through, bool with_boxes, CellLine line,
                                            MediumLines& medium) {
    const Scene& scene = plan_.scene;
    std::vector<double> cuts = medium.planes(axis);
    if (&medium == &fine_) add_values(scene.medium, axis, cuts);
    const auto add_ends = [&](const auto& boxes) {
        for (const auto& box : boxes) cuts.insert(cuts.end(), {box.from.along(axis), box.to.along(axis)});
    };
    add_ends(scene.medium.boxes);
    if (scene.tti) add_ends(scene.tti->boxes);
    std::ranges::sort(cuts);
    const double length = length_of(nodes_along(axis), grid_.spacing_m, walls_);
    line.read_high_m = goes_on(axis) ? scene.size_m.along(axis) * (1 - before_the_side) : length;
    CutColumn found{cut_cells(line, cuts), {}};
    std::vector<double> at_m;
    for (const CellPiece& piece : found.cells.pieces) at_m.push_back(piece.read_m);
    found.pieces = read(plan_, medium, axis, through, at_m, with_boxes);
    return found;
}

std::vector<ColumnPiece> MediumColumns::pieces(int axis, const Point& through, bool with_boxes) {
    const double part = grid_.spacing_m / parts_of_cell;
    const double length = length_of(nodes_along(axis), grid_.spacing_m, walls_);
    const CellLine line{.first_m = part / 2, .spacing_m = part, .count = std::llround(length / part)};
    const CutColumn all = cut(axis, through, with_boxes, line, fine_);
    std::vector<ColumnPiece> joined;
    for (std::size_t i = 0; i < all.pieces.size(); ++i) {
        ColumnPiece piece = all.pieces[i];
        piece.length = (all.cells.pieces[i].to - all.cells.pieces[i].from) / parts_of_cell;
        if (!joined.empty() && joined.back().speed == piece.speed && joined.back().density == piece.density)
            joined.back().length += piece.length;
        else
            joined.push_back(piece);
    }
    return joined;
}

void MediumColumns::add_nodes(int axis, const Point& through, bool with_boxes, Column& column) {
    const double length = length_of(nodes_along(axis), grid_.spacing_m, walls_);
    CellLine line{.first_m = column.first_node * grid_.spacing_m,
                  .spacing_m = grid_.spacing_m,
                  .count = nodes_along(axis),
                  .mirror_low_m = 0,
                  .mirror_high_m = length,
                  .with_faces = true};
    const bool absorbs = plan_.scene.boundaries.kind[static_cast<std::size_t>(2 * axis)] == SideKind::absorbing;
    const auto values = [&](const CutColumn& cells, const auto& value_of) {
        std::vector<double> found;
        for (const ColumnPiece& piece : cells.pieces) found.push_back(value_of(piece));
        return means(cells.cells, found, absorbs);
    };
    const auto compressibility_of = [](const ColumnPiece& piece) { return 1 / modulus_of(piece); };
    const auto density_of = [](const ColumnPiece& piece) { return piece.density; };
    for (const double mean : values(cut(axis, through, with_boxes, line, lines_), compressibility_of))
        column.modulus.push_back(1 / mean);
    if (!density_varies(plan_.scene.medium)) return;
    line.first_m += grid_.spacing_m / 2;
    line.count -= 1;
    for (const double mean : values(cut(axis, through, with_boxes, line, lines_), density_of))
        column.buoyancy.push_back(1 / mean);
}

Column MediumColumns::along(int axis, const Point& through, bool boxes) {
    const Scene& scene = plan_.scene;
    const bool dense = density_varies(scene.medium);
    const Point first = first_node(scene, grid_.spacing_m, walls_);
    Column column;
    column.pieces = pieces(axis, through, boxes);
    column.first_node = first.along(axis) / grid_.spacing_m;
    if (dense) column.half_order = std::get<DensityShape>(plan_.decision.shape.medium).half_order;
    if (averages_cells(scene)) {
        add_nodes(axis, through, boxes, column);
        return column;
    }
    std::vector<double> at_m;
    for (std::int64_t i = 0; i < nodes_along(axis); ++i)
        at_m.push_back(first.along(axis) +
                       grid_.spacing_m * static_cast<double>(std::min(i, grid_.extent.along(axis) - 1)));
    MediumLines sampled(scene, grid_.spacing_m, first, false);
    const std::vector<ColumnPiece> nodes = read(plan_, sampled, axis, through, at_m, boxes);
    for (const ColumnPiece& node : nodes) column.modulus.push_back(modulus_of(node));
    for (std::size_t i = 0; dense && i + 1 < nodes.size(); ++i)
        column.buoyancy.push_back(2 / (nodes[i].density + nodes[i + 1].density));
    return column;
}

MediumColumns::Wrong MediumColumns::wrong(const Column& column, double omega) const {
    if (column.pieces.size() == 1) return {};
    const ColumnWaves got = scheme_.of_grid(column, omega), right = scheme_.of_medium(column, omega);
    return {got.reflected - right.reflected, got.transmitted - right.transmitted};
}

MediumError MediumColumns::error(const Column& column) const {
    double reflected = 0, transmitted = 0;
    for (const Tone& tone : tones_) {
        const Wrong all = wrong(column, tone.omega);
        reflected += tone.share * std::norm(all.reflected);
        transmitted += tone.share * std::norm(all.transmitted);
    }
    return {std::sqrt(reflected), std::sqrt(transmitted)};
}

MediumError MediumColumns::error(const Column& column, const Column& without, const BoxShares& shares) const {
    const double slowest = plan_.decision.slowest_m_s / plan_.decision.fastest_m_s;
    double reflected = 0, transmitted = 0;
    for (const Tone& tone : tones_) {
        const Wrong all = wrong(column, tone.omega), rest = wrong(without, tone.omega);
        const double share = shares.share(2 * std::numbers::pi / tone.omega * slowest);
        reflected += tone.share * std::norm(rest.reflected + share * (all.reflected - rest.reflected));
        transmitted += tone.share * std::norm(rest.transmitted + share * (all.transmitted - rest.transmitted));
    }
    return {std::sqrt(reflected), std::sqrt(transmitted)};
}

double MediumColumns::error_before_side(const Column& column, bool lower, double sign) const {
    if (column.pieces.size() == 1) return 0;
    const Column both = mirrored(column, lower);
    double energy = 0;
    for (const Tone& tone : tones_) {
        const Wrong all = wrong(both, tone.omega);
        energy += tone.share * std::norm(all.reflected + sign * all.transmitted);
    }
    return std::sqrt(energy);
}

MediumError medium_error(const PlanOutline& plan) {
    if (!varies(plan.scene.medium) && !plan.scene.tti) return {};
    MediumColumns columns(plan);
    MediumError worst;
    const int only = only_axis(plan.scene);
    const auto& kind = plan.scene.boundaries.kind;
    for (int axis = 0; axis < 3; ++axis) {
        if ((axis == 1 && plan.scene.dims == 2) || (only >= 0 && only != axis)) continue;
        for (const Point& through : places(plan, columns.domain(), axis)) {
            const BoxShares boxes(plan, axis, through);
            const Column column = columns.along(axis, through);
            MediumError error =
                boxes.any() ? columns.error(column, columns.along(axis, through, false), boxes) : columns.error(column);
            const auto low = static_cast<std::size_t>(2 * axis);
            const bool lower = kind[low] == SideKind::free_surface, upper = kind[low + 1] == SideKind::free_surface;
            if (lower != upper && !boxes.any())
                error.reflected = std::max(error.reflected, columns.error_before_side(column, lower, -1));
            error.axis = "xyz"[axis];
            if (error.most() > worst.most()) worst = error;
        }
    }
    return worst;
}

}  // namespace wavesim
