// SPDX-License-Identifier: MIT
#include "solvers/space/air_parts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "boundary/air_regions.hpp"
#include "boundary/surface.hpp"
#include "solvers/space/cut_domain.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

/// Openings wider than this fraction of the cross-sections of both rooms do not separate them.
constexpr double widest_opening = 0.5;
/// A room with less than this fraction of the air is a niche.
constexpr double smallest_room = 0.05;
/// Largest number of cells of a domain that are searched for openings, and of visits of cells after which the search
/// ends.
constexpr std::size_t most_cells = 1 << 18;
constexpr std::int64_t most_visits = 10'000'000;

std::int64_t& along(Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }
std::int64_t along(const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

/// The cells of a domain by number, with their volumes and areas.
class AirCells {
  public:
    AirCells(const CutDomain& domain, const std::vector<double>& admittance) : domain_(domain) {
        for (const double g : admittance) absorption_.push_back(random_absorption(g));
    }

    const CutDomain& domain() const { return domain_; }
    std::size_t count() const { return static_cast<std::size_t>(domain_.cells.extent.nodes()); }
    std::int64_t layers(int axis) const { return domain_.cells.extent.along(axis); }
    std::size_t number(const Node& n) const {
        return static_cast<std::size_t>(domain_.cells.extent.index(n.x, n.y, n.z));
    }
    Node node(std::size_t number) const {
        const Extent& e = domain_.cells.extent;
        const auto i = static_cast<std::int64_t>(number);
        return {i % e.nx, i / e.nx % e.ny, i / (e.nx * e.ny)};
    }
    void add_to(AirPart& part, const Node& n) const {
        part.volume += domain_.volume(n);
        domain_.for_each_face(n, [&](int axis, std::size_t surface, double area) {
            part.area[static_cast<std::size_t>(axis)] += area;
            part.absorption[static_cast<std::size_t>(axis)] += area * absorption_[surface];
        });
    }
    void add_surfaces_to(AirPart& part, const Node& n) const {
        part.by_surface.resize(absorption_.size());
        domain_.for_each_face(n, [&](int axis, std::size_t surface, double area) {
            part.by_surface[surface][static_cast<std::size_t>(axis)] += area;
        });
    }
    template <class Visit>
    void for_each_of_layer(int axis, std::int64_t layer, const Visit& visit) const {
        const Extent& e = domain_.cells.extent;
        NodeBox box{{0, 0, 0}, {e.nx, e.ny, e.nz}};
        along(box.from, axis) = layer;
        along(box.to, axis) = layer + 1;
        for_each_node(box, all_nodes(e), [&](const Node&, std::size_t i) { visit(i); });
    }
    /// Visits all cells that are 1 in `open` and that a path along `axes` connects with `first`, and makes them 2.
    /// Returns how many.
    template <class Visit>
    std::int64_t flood(std::vector<std::uint8_t>& open, std::size_t first, std::array<bool, 3> axes,
                       const Visit& visit) const {
        std::int64_t visits = 0;
        std::vector<std::size_t> to_do{first};
        open[first] = 2;
        for (; !to_do.empty(); ++visits) {
            const Node here = node(to_do.back());
            to_do.pop_back();
            visit(here);
            for (int axis = 0; axis < 3; ++axis)
                for (const int step : {-1, 1}) {
                    Node next = here;
                    along(next, axis) += step;
                    if (!axes[static_cast<std::size_t>(axis)] ||
                        !domain_.cells.extent.contains(next.x, next.y, next.z) || open[number(next)] != 1)
                        continue;
                    const auto side = 2 * static_cast<std::size_t>(axis) + (step > 0 ? 1 : 0);
                    if (domain_.cells.is_closed(static_cast<std::int64_t>(number(here)), all_sides[side])) continue;
                    open[number(next)] = 2;
                    to_do.push_back(number(next));
                }
        }
        return visits;
    }

  private:
    const CutDomain& domain_;
    std::vector<double> absorption_;  ///< per surface
};

/// A room that remains after an opening has been closed.
struct Piece {
    AirPart air;
    std::vector<double> sections;  ///< area in each layer across an axis
    double widest() const { return *std::max_element(sections.begin(), sections.end()); }
};

/// Finds the openings of one region: closes the gaps of each layer across each axis, the smallest first.
class OpeningSearch {
  public:
    OpeningSearch(const AirCells& cells, const std::vector<std::uint8_t>& part, AirPart& whole)
        : cells_(cells), part_(part), whole_(whole) {}

    void look() {
        if (cells_.count() > most_cells) return;
        for (int axis = 0; axis < 3; ++axis) {
            const std::vector<Piece> all = pieces_of(axis, part_);
            if (all.empty()) return;
            for (std::int64_t layer = 0; layer < cells_.layers(axis); ++layer)
                look_at(axis, layer, widest_opening * all.front().widest());
        }
    }

  private:
    struct Gap {
        double area = 0;
        std::vector<std::size_t> cells;
    };

    void look_at(int axis, std::int64_t layer, double widest) {
        std::vector<Gap> gaps = gaps_of(axis, layer);
        std::ranges::sort(gaps, {}, &Gap::area);
        std::vector<std::uint8_t> open = part_;
        double closed = 0;
        for (const Gap& gap : gaps) {
            closed += gap.area;
            if (closed > widest || visits_ > most_visits) return;
            for (const std::size_t cell : gap.cells) open[cell] = 0;
            judge(closed, pieces_of(axis, open));
        }
    }

    std::vector<Gap> gaps_of(int axis, std::int64_t layer) {
        std::vector<std::uint8_t> open = part_;
        std::array<bool, 3> across{true, true, true};
        across[static_cast<std::size_t>(axis)] = false;
        std::vector<Gap> gaps;
        cells_.for_each_of_layer(axis, layer, [&](std::size_t i) {
            if (open[i] != 1) return;
            Gap gap;
            visits_ += cells_.flood(open, i, across, [&](const Node& cell) {
                gap.area += cells_.domain().area(cell, axis);
                gap.cells.push_back(cells_.number(cell));
            });
            gaps.push_back(std::move(gap));
        });
        return gaps;
    }

    /// The connected pieces, the largest first.
    std::vector<Piece> pieces_of(int axis, std::vector<std::uint8_t> open) {
        std::vector<Piece> pieces;
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i] != 1) continue;
            Piece piece;
            piece.sections.resize(static_cast<std::size_t>(cells_.layers(axis)));
            visits_ += cells_.flood(open, i, {true, true, true}, [&](const Node& cell) {
                cells_.add_to(piece.air, cell);
                piece.sections[static_cast<std::size_t>(along(cell, axis))] += cells_.domain().area(cell, axis);
            });
            if (piece.air.volume >= smallest_room * whole_.volume) pieces.push_back(std::move(piece));
        }
        std::ranges::sort(pieces, std::greater(), [](const Piece& piece) { return piece.air.volume; });
        return pieces;
    }

    void judge(double area, const std::vector<Piece>& pieces) {
        if (pieces.size() < 2 || area > widest_opening * std::min(pieces[0].widest(), pieces[1].widest())) return;
        const AirPart::Opening opening{
            area, {pieces[0].air.volume, pieces[1].air.volume}, {pieces[0].air.absorbed(), pieces[1].air.absorbed()}};
        if (!whole_.opening || opening.slow_volume_per_area() > whole_.opening->slow_volume_per_area())
            whole_.opening = opening;
    }

    const AirCells& cells_;
    const std::vector<std::uint8_t>& part_;  ///< per cell: 1 in the part
    AirPart& whole_;
    std::int64_t visits_ = 0;
};

/// The region of the air cell in which a point lies, also on its faces; -1 in solids.
std::int64_t region_of(const CutDomain& domain, const AirRegions& regions, const Point& point) {
    const std::array<double, 3> at{point.x, domain.cells.dims == 2 ? 0.5 : point.y, point.z};
    std::array<std::array<std::int64_t, 2>, 3> cells{};  // those after and before the point
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto& cuts = domain.at[axis];
        const std::int64_t last = std::ssize(cuts) - 2;
        const auto after = std::upper_bound(cuts.begin(), cuts.end(), at[axis]) - cuts.begin() - 1;
        const auto before = std::lower_bound(cuts.begin(), cuts.end(), at[axis]) - cuts.begin() - 1;
        cells[axis] = {std::clamp<std::int64_t>(after, 0, last), std::clamp<std::int64_t>(before, 0, last)};
    }
    for (const std::int64_t z : cells[2])
        for (const std::int64_t y : cells[1])
            for (const std::int64_t x : cells[0])
                if (const std::int64_t region = regions.of({x, y, z}); region >= 0) return region;
    return -1;
}

}  // namespace

double AirPart::Opening::slow_volume_per_area() const {
    const double a = (absorbed[0] + area) / volume[0], b = (absorbed[1] + area) / volume[1];
    const double product = area / volume[0] * area / volume[1];
    return 2 / (a + b - std::sqrt((a - b) * (a - b) + 4 * product));
}

std::vector<AirPart> air_parts(const CutDomain& domain, const std::vector<Point>& points,
                               const std::vector<double>& admittance) {
    const AirRegions regions(domain.cells);
    const AirCells cells(domain, admittance);
    std::vector<std::int64_t> wanted;
    for (const Point& point : points)
        if (const std::int64_t region = region_of(domain, regions, point);
            region >= 0 && std::ranges::find(wanted, region) == wanted.end())
            wanted.push_back(region);
    const bool all = wanted.empty();
    std::vector<AirPart> parts(all ? 1 : wanted.size());
    std::vector<std::vector<std::uint8_t>> inside(parts.size(), std::vector<std::uint8_t>(cells.count(), 0));
    regions.for_each_span([&](std::int64_t y, std::int64_t z, const AirRegions::Span& span) {
        const auto place = std::ranges::find(wanted, span.region);
        if (!all && place == wanted.end()) return;
        const auto part = static_cast<std::size_t>(all ? 0 : place - wanted.begin());
        for (std::int64_t x = span.begin; x < span.end; ++x) {
            const Node node{x, y, z};
            cells.add_to(parts[part], node);
            cells.add_surfaces_to(parts[part], node);
            inside[part][cells.number(node)] = 1;
        }
    });
    if (domain.cells.has_solids())
        for (std::size_t p = 0; p < parts.size(); ++p) OpeningSearch(cells, inside[p], parts[p]).look();
    return parts;
}

}  // namespace wavesim
