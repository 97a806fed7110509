// SPDX-License-Identifier: MIT
#include "boundary/vertex_ports.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include "boundary/cut_rows.hpp"

namespace wavesim {
namespace {

/// An arbitrary but fixed order of rows.
struct RowOrder {
    static std::vector<std::array<std::int64_t, 3>> steps(const PortRow& row) {
        std::vector<std::array<std::int64_t, 3>> steps;
        for (const Node& step : row.steps) steps.push_back({step.z, step.y, step.x});
        return steps;
    }
    bool operator()(const PortRow& a, const PortRow& b) const {
        return a.weights != b.weights ? a.weights < b.weights : steps(a) < steps(b);
    }
};

using Places = std::vector<std::pair<std::int64_t, std::uint16_t>>;  ///< first node and row of ports

/// Appends the ports of a law.
void list_ports(const PortLaw& law, const Places& places, WallPorts& ports) {
    if (places.empty()) return;
    ports.law.push_back(law);
    for (const auto& [node, row] : places) {
        ports.nodes.push_back(node);
        ports.rows.push_back(row);
    }
    ports.first.push_back(std::ssize(ports.nodes));
}

Node corner_step(unsigned corner) { return {corner & 1U, corner >> 1 & 1U, corner >> 2 & 1U}; }

/// A port of a cube: its first corner, row and law.
struct CubePort {
    unsigned corner;
    PortRow row;
    PortLaw law;
};

PortRow row_from(const std::array<double, 8>& weights, unsigned first) {
    const Node origin = corner_step(first);
    PortRow row;
    for (unsigned b = first; b < 8; ++b) {
        if (weights[b] == 0) continue;
        const Node at = corner_step(b);
        row.steps.push_back({at.x - origin.x, at.y - origin.y, at.z - origin.z});
        row.weights.push_back(weights[b]);
    }
    return row;
}

/// Upper limit for the ratio of the flux of the other walls to that of a wall; larger ratios are set to it.
constexpr double most_others = 10;

using FacesBySurface = std::map<std::uint16_t, std::vector<CubeFace>>;

/// Mean admittance of the walls across each axis; rigid faces count as 0.
std::array<double, 3> flux_by_axis(const FacesBySurface& faces, const std::vector<VertexLaw>& laws,
                                   const AirGroup& group) {
    std::array<double, 3> sum{}, count{};
    for (const CubeFace& face : group.faces) ++count[face.axis];
    for (const auto& [shown, own] : faces)
        for (const CubeFace& face : own) sum[face.axis] += 1 / laws[shown].impedance;
    for (std::size_t a = 0; a < 3; ++a)
        if (count[a] > 0) sum[a] /= count[a];
    return sum;
}

/// Sum of the admittances of the walls across the other two axes, averaged over `faces`.
double flux_of_others(const std::array<double, 3>& flux, const std::vector<CubeFace>& faces) {
    double sum = 0;
    for (const CubeFace& face : faces)
        for (std::size_t a = 0; a < 3; ++a) sum += a == face.axis ? 0 : flux[a];
    return sum / static_cast<double>(faces.size());
}

/// The surface of a face, and its true area in cell faces.
struct ShownFace {
    std::uint16_t surface;
    double area;
    auto operator<=>(const ShownFace&) const = default;
};

/// Wall faces of a cube with losses: of an air group, or of a set of its corners.
struct LossyFaces {
    std::vector<CubeFace> all;
    FacesBySurface by_surface;
    std::map<std::uint16_t, double> area;  ///< in quarters of a face
    double whole_area = 0;

    void add(const CubeFace& face, std::uint16_t surface, double own_area) {
        all.push_back(face);
        by_surface[surface].push_back(face);
        area[surface] += own_area;
        whole_area += own_area;
    }
};

/// Appends the ports of a set of corners. If the true area exceeds that of the faces, D grows by the same factor, so
/// A / D stays within its bound. `flux` is that of the walls across each axis of the group.
void add_ports_of(const VertexRule& rule, unsigned mask, const AirGroup& group, const PortCells& cells,
                  const LossyFaces& lossy, const std::array<double, 3>& flux, const std::vector<VertexLaw>& laws,
                  std::vector<CubePort>& ports) {
    const double needed = rule.air_mass(mask, cells, lossy.all);
    if (needed > 1e6) return;  // no port is possible
    const double least = needed * std::max(1.0, lossy.whole_area / static_cast<double>(lossy.all.size()));
    for (const auto& [shown, faces] : lossy.by_surface) {
        const VertexLaw& of = laws[shown];
        const double area = lossy.area.at(shown);
        const double others = std::min(most_others, flux_of_others(flux, faces) * of.impedance);
        const double low = rule.low_mass(group, needed, others);
        if (area == 0) continue;
        PortLaw law{area / 4, std::max(least, low), of.branches};
        // A parallel spring compensates the excess of mass for low frequencies.
        if (least - low > 1e-6) law.branches.push_back({0, 0, of.impedance * of.impedance / (least - low)});
        const std::array<double, 8> weights = rule.row(cells, faces);
        unsigned first = 0;
        while (weights[first] == 0) ++first;
        ports.push_back({first, row_from(weights, first), std::move(law)});
    }
}

/// The ports of a cube with the wall faces `shown_faces`, in the order of its groups and of their faces. Surfaces with
/// equal laws count as one.
std::vector<CubePort> ports_of(const VertexRule& rule, const CubeAir& air, const std::vector<ShownFace>& shown_faces,
                               const std::vector<VertexLaw>& laws) {
    std::vector<CubePort> ports;
    auto next = shown_faces.begin();
    for (const AirGroup& group : air_groups(air)) {
        const std::vector<PortCells> sets = rule.port_cells(air, group);
        FacesBySurface by_surface;
        std::vector<LossyFaces> lossy(sets.size());
        for (const CubeFace& face : group.faces) {
            const ShownFace& one = *next++;
            const VertexLaw& shown = laws.at(one.surface);
            if (shown.branches.empty()) continue;
            const auto first = static_cast<std::uint16_t>(std::ranges::find(laws, shown) - laws.begin());
            by_surface[first].push_back(face);
            const auto set = std::ranges::find_if(
                sets, [&face](const PortCells& cells) { return (cells.corners >> face.corner & 1U) != 0; });
            lossy[static_cast<std::size_t>(set - sets.begin())].add(face, first, one.area);
        }
        if (by_surface.empty()) continue;
        const std::array<double, 3> flux = flux_by_axis(by_surface, laws, group);
        for (std::size_t s = 0; s < sets.size(); ++s)
            if (!lossy[s].all.empty()) add_ports_of(rule, air.mask, group, sets[s], lossy[s], flux, laws, ports);
    }
    return ports;
}

/// Walks over the vertices of a room that may touch a wall.
class VertexWalk {
  public:
    VertexWalk(const VertexRule& rule, const VoxelRoom& room, const SolidRows& rows, const std::vector<VertexLaw>& laws)
        : rule_(rule), room_(room), rows_(rows), laws_(laws) {}

    WallPorts run(std::int64_t from, std::int64_t to) {
        const Extent& e = room_.extent;
        for (std::int64_t z = from; z < to; ++z)
            for (std::int64_t y = 0; y <= e.ny; ++y) {
                if (z == 0 || z == e.nz || y == 0 || y == e.ny) {
                    for (std::int64_t x = 0; x <= e.nx; ++x) look({x - 1, y - 1, z - 1});
                    continue;
                }
                look({-1, y - 1, z - 1});
                if (mark_mixed(y, z))
                    for_each_marked(mixed_.data(), 1, e.nx, [&](std::int64_t x) { look({x - 1, y - 1, z - 1}); });
                look({e.nx - 1, y - 1, z - 1});
            }
        for (std::size_t i = 0; i < room_.cut.ports.size();) {
            std::size_t end = i + 1;
            const CutPort& port = room_.cut.ports[i];
            const auto same = [&](const CutPort& other) { return other.low == port.low && other.nodes == port.nodes; };
            while (end < room_.cut.ports.size() && same(room_.cut.ports[end])) ++end;
            if (port.low.z + 1 >= from && port.low.z + 1 < to)
                add_cut_ports(std::span(room_.cut.ports).subspan(i, end - i));
            i = end;
        }
        WallPorts ports = std::move(found_);
        for (const auto& [law, places] : by_law_) list_ports(law, places, ports);
        list_masses(ports);
        return ports;
    }

  private:
    struct Place {
        unsigned corner;
        std::uint16_t row;
        Places* of_law;
    };

    /// Marks the vertices of a row whose cubes have walls and are not all solid; returns false if there are none.
    bool mark_mixed(std::int64_t y, std::int64_t z) {
        const std::array<std::array<std::int64_t, 2>, 4> around{{{y - 1, z - 1}, {y, z - 1}, {y - 1, z}, {y, z}}};
        if (std::ranges::none_of(around, [this](const auto& row) { return rows_.has_solid(row[0], row[1]); }))
            return false;
        const auto nx = static_cast<std::size_t>(room_.extent.nx);
        walls_.assign(nx, 0);
        solid_.assign(nx, 1);
        for (const auto& [row_y, row_z] : around) {
            const std::uint8_t* const solid = room_.solid.data() + room_.extent.index(0, row_y, row_z);
            for (std::size_t x = 0; x < nx; ++x) solid_[x] = solid[x] != 0 ? solid_[x] : 0;
            for_each_mark_of_row(room_, row_y, row_z, [&](const std::uint8_t* marks) {
                for (std::size_t x = 0; x < nx; ++x) walls_[x] |= marks[x];
            });
        }
        mixed_.assign(nx, 0);
        for (std::size_t x = 1; x < nx; ++x)
            mixed_[x] = (solid_[x - 1] & solid_[x]) != 0 ? 0 : walls_[x - 1] | walls_[x];
        return true;
    }

    /// `low`: corner 0 of the cube, which may lie outside the room.
    void look(const Node& low) {
        CubeAir air(0);
        for (unsigned b = 0; b < 8; ++b) {
            const Node s = corner_step(b);
            if (room_.is_air(low.x + s.x, low.y + s.y, low.z + s.z)) air.mask |= 1U << b;
        }
        if (room_.has_sheets()) air.closed = closed_faces(low);
        if (air.mask == 0 || (air.mask == 255 && air.closed == 0)) return;
        if (!room_.cut.empty() && !room_.cut.at(low).empty()) return;
        faces_.clear();
        for (const AirGroup& group : groups(air))
            for (const CubeFace& face : group.faces) faces_.push_back(shown(low, face));
        auto known = cubes_.find({air, faces_});
        if (known == cubes_.end()) known = cubes_.emplace(std::pair(air, faces_), places(air)).first;
        for (const Place& place : known->second) {
            const Node s = corner_step(place.corner);
            place.of_law->emplace_back(room_.extent.index(low.x + s.x, low.y + s.y, low.z + s.z), place.row);
        }
    }

    /// The faces of a cube that sheets close, as in CubeAir.
    unsigned closed_faces(const Node& low) const {
        unsigned closed = 0;
        for (unsigned b = 0; b < 8; ++b) {
            const Node s = corner_step(b);
            const Node n{low.x + s.x, low.y + s.y, low.z + s.z};
            if (!room_.extent.contains(n.x, n.y, n.z)) continue;
            const unsigned bits = room_.closed[static_cast<std::size_t>(room_.extent.index(n.x, n.y, n.z))];
            for (unsigned axis = 0; axis < 3; ++axis)
                if ((b >> axis & 1U) == 0 && (bits >> axis & 1U) != 0) closed |= 1U << (8 * axis + b);
        }
        return closed;
    }

    /// Adds the ports of one cut element. They read the mean pressure of its nodes. For stability sum A / D must not
    /// exceed the volume of the element times the bound of the stencil.
    void add_cut_ports(std::span<const CutPort> ports) {
        const CutPort& any = ports.front();
        double area = 0, volume = 0;
        for (const CutPort& port : ports)
            if (!laws_.at(port.surface).branches.empty()) area += port.area;
        if (area == 0) return;
        for (const CutElement& element : room_.cut.at(any.low))
            if (element.nodes == any.nodes) volume = element.volume;
        const double mass = rounded_up(std::max(rule_.flat_mass(), area / (volume * rule_.bound())));
        std::array<double, 8> weights{};
        for (unsigned b = 0; b < 8; ++b)
            if ((any.nodes >> b & 1U) != 0) weights[b] = 1.0 / std::popcount(any.nodes);
        const auto first = static_cast<unsigned>(std::countr_zero(any.nodes));
        const Node s = corner_step(first);
        const std::int64_t node = room_.extent.index(any.low.x + s.x, any.low.y + s.y, any.low.z + s.z);
        for (const CutPort& port : ports) {
            const VertexLaw& law = laws_[port.surface];
            if (!law.branches.empty())
                by_law_[{port.area, mass, law.branches}].emplace_back(node, row_number(row_from(weights, first)));
        }
    }

    /// D of a flat wall stays exact. Larger values, which true areas need, are rounded up by at most 1/8 so that there
    /// are few laws.
    double rounded_up(double mass) const {
        if (mass == rule_.flat_mass()) return mass;
        return std::exp2(std::ceil(std::log2(mass) * 8 - 1e-9) / 8);
    }

    std::uint16_t row_number(const PortRow& row) {
        const auto known = std::ranges::find(found_.row, row);
        const auto number = static_cast<std::uint16_t>(known - found_.row.begin());
        if (known == found_.row.end()) found_.row.push_back(row);
        return number;
    }

    /// Lists the mass of each node that ports act on.
    void list_masses(WallPorts& ports) const {
        if (room_.cut.empty()) return;
        std::set<std::int64_t> nodes;
        for (std::size_t p = 0; p < ports.nodes.size(); ++p)
            for (const Node& step : ports.row[ports.rows[p]].steps)
                nodes.insert(ports.nodes[p] + room_.extent.index(step.x, step.y, step.z));
        for (const std::int64_t node : nodes) {
            const Node at = node_at(room_.extent, node);
            const double mass = cut_mass(room_.cut, at, room_.is_air(at.x, at.y, at.z));
            if (mass != 1) ports.masses.push_back({node, mass});
        }
    }

    const std::vector<AirGroup>& groups(const CubeAir& air) {
        std::vector<AirGroup>& known = groups_[air];
        if (known.empty()) known = air_groups(air);
        return known;
    }

    ShownFace shown(const Node& low, const CubeFace& face) const {
        const Node inner = corner_step(face.corner), outer = corner_step(face.corner ^ 1U << face.axis);
        const Node beyond{low.x + outer.x, low.y + outer.y, low.z + outer.z};
        const bool up = outer.x + outer.y + outer.z > inner.x + inner.y + inner.z;
        const std::size_t side = 2 * std::size_t{face.axis} + (up ? 1 : 0);
        if (!room_.extent.contains(beyond.x, beyond.y, beyond.z)) return {room_.side_surface[side], 1};
        const std::int64_t air = room_.extent.index(low.x + inner.x, low.y + inner.y, low.z + inner.z);
        if (room_.is_closed(air, all_sides[side])) return {room_.sheet_surface(air, all_sides[side]), 1};
        return {room_.surface_of(room_.extent.index(beyond.x, beyond.y, beyond.z), all_sides[side]),
                room_.area_of(air, all_sides[side])};
    }

    std::vector<Place> places(const CubeAir& air) {
        std::vector<Place> places;
        for (const CubePort& port : ports_of(rule_, air, faces_, laws_))
            places.push_back({port.corner, row_number(port.row), &by_law_[port.law]});
        return places;
    }

    const VertexRule& rule_;
    const VoxelRoom& room_;
    const SolidRows& rows_;
    const std::vector<VertexLaw>& laws_;
    WallPorts found_;
    std::map<PortLaw, Places> by_law_;
    std::map<CubeAir, std::vector<AirGroup>> groups_;
    std::map<std::pair<CubeAir, std::vector<ShownFace>>, std::vector<Place>> cubes_;
    std::vector<ShownFace> faces_;
    std::vector<std::uint8_t> walls_, solid_, mixed_;  ///< marks of a row of nodes, or of vertices
};

}  // namespace

WallPorts make_vertex_ports(const VertexRule& rule, const VoxelRoom& room, const SolidRows& rows,
                            const std::vector<VertexLaw>& laws) {
    return make_vertex_ports(rule, room, rows, laws, 0, room.extent.nz + 1);
}

WallPorts make_vertex_ports(const VertexRule& rule, const VoxelRoom& room, const SolidRows& rows,
                            const std::vector<VertexLaw>& laws, std::int64_t from, std::int64_t to) {
    if (room.dims != 3) throw std::domain_error("walls at the vertices are for 3D");
    for (const SideKind kind : room.side_kind)
        if (kind != SideKind::wall)
            throw std::domain_error("walls at the vertices need walls on all sides, no layers or free surfaces");
    if (rows.any() && !rule.any_room())
        throw std::domain_error("walls at the vertices have no stability proof for this stencil beside solids");
    return join_ports({VertexWalk(rule, room, rows, laws).run(from, to)});
}

WallPorts join_ports(const std::vector<WallPorts>& parts) {
    std::set<PortRow, RowOrder> rows;
    for (const WallPorts& part : parts) rows.insert(part.row.begin(), part.row.end());
    WallPorts all;
    all.row.assign(rows.begin(), rows.end());
    std::vector<std::vector<std::uint16_t>> row_of(parts.size());            // of each row of a part
    std::map<PortLaw, std::vector<std::pair<std::size_t, std::size_t>>> of;  // part, and index of the law there
    std::size_t count = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (const PortRow& own : parts[part].row)
            row_of[part].push_back(static_cast<std::uint16_t>(std::ranges::find(all.row, own) - all.row.begin()));
        for (std::size_t l = 0; l < parts[part].law.size(); ++l) of[parts[part].law[l]].emplace_back(part, l);
        count += parts[part].nodes.size();
    }
    all.nodes.reserve(count);
    all.rows.reserve(count);
    Places places;  // of one law at a time
    for (const auto& [law, lists] : of) {
        places.clear();
        for (const auto& [part, l] : lists) {
            const WallPorts& own = parts[part];
            for (auto p = static_cast<std::size_t>(own.first[l]); p < static_cast<std::size_t>(own.first[l + 1]); ++p)
                places.emplace_back(own.nodes[p], row_of[part][own.rows[p]]);
        }
        std::ranges::sort(places);
        list_ports(law, places, all);
    }
    for (const WallPorts& part : parts) all.masses.insert(all.masses.end(), part.masses.begin(), part.masses.end());
    std::ranges::sort(all.masses, {}, &WallPorts::NodeMass::node);
    all.masses.erase(std::unique(all.masses.begin(), all.masses.end()), all.masses.end());
    return all;
}

}  // namespace wavesim
