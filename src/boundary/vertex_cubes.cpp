// SPDX-License-Identifier: MIT
#include "boundary/vertex_cubes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "boundary/gram_matrix.hpp"
#include "boundary/half_cell.hpp"
#include "boundary/wall_bounds.hpp"
#include "boundary/walls.hpp"
#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {
namespace {

constexpr double spectral_rounding = 1e-9;
/// Ports need a time step of at most 0.999 of the largest one. So twice the difference remains free in the bound.
constexpr double box_rounding = 1e-3;

/// Additional air mass at the edges and corners of rooms, in cells per wall beyond the first, if all walls are equal.
/// Exact for the interpolated 27 points, whose box is separable: 1 - r_x r_y, r = 1 - Y/2. Measured for stencils along
/// the axes.
constexpr double edge_mass_along_axes = 0.33;
constexpr double edge_mass_on_nearest = 0.25;
/// The same for other stencils, as a fraction of D of a flat wall; measured for 57 and 123 points.
constexpr double edge_mass_by_walks = 0.59;

/// True for a flat wall, an edge or a corner: every node of the group has the same number of wall faces.
bool is_convex(const AirGroup& group) {
    const int corners = std::popcount(group.corners), walls = static_cast<int>(group.faces.size()) / corners;
    return corners == 8 >> walls && static_cast<int>(group.faces.size()) == walls * corners;
}

std::array<double, 8> mean_of(unsigned corners) {
    std::array<double, 8> row{};
    for (unsigned b = 0; b < 8; ++b)
        if ((corners >> b & 1U) != 0) row[b] = 1.0 / std::popcount(corners);
    return row;
}

/// The mean of the reflecting walks from a corner of a cube to its 8 corners (patch_forms.hpp), by the nodes in which
/// they end. The walks stay in the cube, since each axis has at most one step.
std::array<double, 8> mean_of_walks(const CubeAir& air, unsigned from) {
    std::array<int, 8> count{};  // in 48ths: 8 corners with 1, 2 or 6 orders of the steps
    for (unsigned axes = 0; axes < 8; ++axes) {
        std::vector<unsigned> steps;
        for (const unsigned axis : {0U, 1U, 2U})
            if ((axes >> axis & 1U) != 0) steps.push_back(axis);
        const int share = steps.size() < 2 ? 6 : steps.size() == 2 ? 3 : 1;
        do {
            unsigned at = from;
            for (const unsigned step : steps)
                if (air.opens(at, step)) at ^= 1U << step;
            count[at] += share;
        } while (std::next_permutation(steps.begin(), steps.end()));
    }
    std::array<double, 8> row{};
    for (std::size_t b = 0; b < 8; ++b) row[b] = count[b] / 48.0;
    return row;
}

/// Mass per area that ports at a vertex need, for each mask of air nodes; infinity where no mass is enough.
std::vector<double> loads_of(const Stencil& stencil) {
    static Memo<std::vector<double>> known;
    return known.of(numbers_of(stencil), [&] {
        const double bound = completion_range(stencil).highest;
        std::vector<double> loads(256);
        for (unsigned mask = 1; mask < 255; ++mask) {
            std::vector<std::array<double, 8>> rows;
            for (const AirGroup& group : air_groups(mask))
                if (!group.faces.empty()) rows.push_back(mean_of(group.corners));
            loads[mask] = vertex_load(stencil, bound, mask, rows);
        }
        return loads;
    });
}

}  // namespace

std::vector<AirGroup> air_groups(const CubeAir& air) {
    std::vector<AirGroup> groups;
    unsigned left = air.mask;
    while (left != 0) {
        AirGroup group;
        unsigned grown = left & -left;
        while (grown != group.corners) {
            group.corners = static_cast<std::uint8_t>(grown);
            for (unsigned b = 0; b < 8; ++b)
                if ((group.corners >> b & 1U) != 0)
                    for (unsigned axis = 0; axis < 3; ++axis)
                        if (air.opens(b, axis)) grown |= 1U << (b ^ 1U << axis);
        }
        left &= ~grown;
        for (std::uint8_t b = 0; b < 8; ++b)
            for (std::uint8_t axis = 0; axis < 3; ++axis)
                if ((grown >> b & 1U) != 0 && !air.opens(b, axis)) group.faces.push_back({b, axis});
        groups.push_back(std::move(group));
    }
    return groups;
}

std::string VertexRule::why_not(const Stencil& stencil) {
    if (stencil.dims != 3) return "walls at the vertices are for 3D";
    if (acts_along_axes(stencil))
        return wall_support(stencil).explicit_form ? "" : "its explicit walls have no stability proof";
    const double free = StencilAnalysis(stencil).courant_max();
    if (!acts_on_nearest(stencil)) {
        const double mass = half_cell_air_mass(stencil, WallPosition::half);
        return box_port_bound(stencil, mass) <= 4 / (free * free) * (1 + box_rounding)
                   ? ""
                   : "its weights leave no room for walls at the vertices";
    }
    const SpectralRange range = completion_range(stencil);
    if (range.lowest < -spectral_rounding || range.highest > 4 / (free * free) * (1 + spectral_rounding))
        return "its weights leave no room for walls at the vertices";
    // One flat wall must be possible. Where air nodes touch only at corners, ports may be impossible and are left out.
    return std::isfinite(loads_of(stencil)[0x0f]) ? "" : "its weights leave no room for walls at the vertices";
}

VertexRule::Kind VertexRule::kind_of(const Stencil& stencil) {
    return acts_along_axes(stencil) ? Kind::along_axes : acts_on_nearest(stencil) ? Kind::on_nearest : Kind::by_walks;
}

bool VertexRule::knows_solids(const Stencil& stencil) {
    if (kind_of(stencil) != Kind::by_walks) return true;
    return find_gram_with_ports(stencil).matrix != nullptr;
}

bool VertexRule::knows_sheets(const Stencil& stencil) {
    return kind_of(stencil) != Kind::on_nearest && knows_solids(stencil);
}

VertexRule::VertexRule(const Stencil& stencil)
    : kind_(kind_of(stencil)),
      any_room_(knows_solids(stencil)),
      flat_mass_(half_cell_air_mass(stencil, WallPosition::half)) {
    if (const std::string why = why_not(stencil); !why.empty())
        throw std::domain_error("stencil '" + stencil.name + "': " + why);
    if (kind_ == Kind::on_nearest) load_ = loads_of(stencil);
    const double free = StencilAnalysis(stencil).courant_max();
    bound_ = 4 / (free * free);
}

std::vector<PortCells> VertexRule::port_cells(const CubeAir& air, const AirGroup& group) const {
    if (kind_ == Kind::along_axes) return {{group.corners, {}}};
    if (kind_ == Kind::on_nearest) return {{group.corners, mean_of(group.corners)}};
    std::vector<PortCells> sets;
    for (const CubeFace& face : group.faces) {
        const auto row = mean_of_walks(air, face.corner);
        const auto known = std::ranges::find(sets, row, &PortCells::row);
        if (known == sets.end())
            sets.push_back({1U << face.corner, row});
        else
            known->corners |= 1U << face.corner;
    }
    return sets;
}

double VertexRule::air_mass(unsigned mask, const PortCells& cells, const std::vector<CubeFace>& lossy) const {
    const auto faces = static_cast<double>(lossy.size());
    switch (kind_) {
        case Kind::along_axes: return flat_mass_;
        case Kind::on_nearest: return std::max(flat_mass_, load_[mask] * faces / 4);
        case Kind::by_walks: break;
    }
    return flat_mass_ * std::max(1.0, faces / std::popcount(cells.corners));
}

double VertexRule::low_mass(const AirGroup& group, double least, double others) const {
    const double edge = kind_ == Kind::along_axes   ? edge_mass_along_axes
                        : kind_ == Kind::on_nearest ? edge_mass_on_nearest
                                                    : edge_mass_by_walks * flat_mass_;
    if (is_convex(group)) return flat_mass_ + edge * others;
    return (flat_mass_ + least) / 2;
}

std::array<double, 8> VertexRule::row(const PortCells& cells, const std::vector<CubeFace>& faces) const {
    if (kind_ != Kind::along_axes) return cells.row;
    std::array<double, 8> row{};
    for (const CubeFace& face : faces) row[face.corner] += 1.0 / static_cast<double>(faces.size());
    return row;
}

}  // namespace wavesim
