// SPDX-License-Identifier: MIT
#include "boundary/voxels.hpp"

#include <algorithm>
#include <stdexcept>

#include "boundary/wall_faces.hpp"

namespace wavesim {

void fill_box(VoxelRoom& room, const NodeBox& box, std::uint8_t surface) {
    if (surface == 255) throw std::domain_error("a room may have at most 255 surfaces of solids");
    if (room.solid.empty()) room.solid.assign(static_cast<std::size_t>(room.extent.nodes()), 0);
    const std::int64_t from = std::max<std::int64_t>(box.from.x, 0), to = std::min(box.to.x, room.extent.nx);
    if (from >= to) return;
    for (std::int64_t z = std::max<std::int64_t>(box.from.z, 0); z < std::min(box.to.z, room.extent.nz); ++z)
        for (std::int64_t y = std::max<std::int64_t>(box.from.y, 0); y < std::min(box.to.y, room.extent.ny); ++y)
            std::fill_n(room.solid.begin() + room.extent.index(from, y, z), to - from,
                        static_cast<std::uint8_t>(surface + 1));
}

void close_faces(VoxelRoom& room, const std::vector<NodeSheet>& sheets) {
    const Extent& e = room.extent;
    if (room.solid.empty()) room.solid.assign(static_cast<std::size_t>(e.nodes()), 0);
    room.closed.resize(static_cast<std::size_t>(e.nodes()));
    for (const NodeSheet& sheet : sheets) {
        const Node last{e.nx - (sheet.axis == 0 ? 1 : 0), e.ny - (sheet.axis == 1 ? 1 : 0),
                        e.nz - (sheet.axis == 2 ? 1 : 0)};
        const NodeBox& box = sheet.before;
        for (std::int64_t z = std::max<std::int64_t>(box.from.z, 0); z < std::min(box.to.z, last.z); ++z)
            for (std::int64_t y = std::max<std::int64_t>(box.from.y, 0); y < std::min(box.to.y, last.y); ++y)
                for (std::int64_t x = std::max<std::int64_t>(box.from.x, 0); x < std::min(box.to.x, last.x); ++x) {
                    const std::int64_t node = e.index(x, y, z);
                    room.closed[static_cast<std::size_t>(node)] |= static_cast<std::uint8_t>(1U << sheet.axis);
                    room.sheets.push_back({node, static_cast<std::uint8_t>(sheet.axis), sheet.surface});
                }
    }
    const auto place = [](const VoxelRoom::SheetFace& face) { return std::pair{face.node, face.axis}; };
    std::reverse(room.sheets.begin(), room.sheets.end());  // later ones first: unique keeps them
    std::ranges::stable_sort(room.sheets, {}, place);
    const auto same = [&](const auto& a, const auto& b) { return place(a) == place(b); };
    room.sheets.erase(std::unique(room.sheets.begin(), room.sheets.end(), same), room.sheets.end());
}

VoxelRoom grow_room(const VoxelRoom& room, const std::array<std::int64_t, 6>& layers) {
    VoxelRoom grown = room;
    const Extent& e = room.extent;
    grown.extent = {e.nx + layers[0] + layers[1], e.ny + layers[2] + layers[3], e.nz + layers[4] + layers[5]};
    if (!room.has_solids()) return grown;
    const auto move = [&](std::int64_t& node) {
        const Node n = node_at(e, node);
        node = grown.extent.index(n.x + layers[0], n.y + layers[2], n.z + layers[4]);
    };
    for (VoxelRoom::Face& face : grown.other_faces) move(face.node);
    for (VoxelRoom::FaceArea& face : grown.areas) move(face.node);
    for (VoxelRoom::SheetFace& face : grown.sheets) move(face.node);
    if (room.has_sheets()) grown.closed.assign(static_cast<std::size_t>(grown.extent.nodes()), 0);
    for (const VoxelRoom::SheetFace& face : grown.sheets)
        grown.closed[static_cast<std::size_t>(face.node)] |= static_cast<std::uint8_t>(1U << face.axis);
    const auto move_box = [&](Node& low) {
        low.x += layers[0];
        low.y += layers[2];
        low.z += layers[4];
    };
    for (CutElement& element : grown.cut.elements) move_box(element.low);
    for (CutPort& port : grown.cut.ports) move_box(port.low);
    grown.solid.resize(static_cast<std::size_t>(grown.extent.nodes()));
    auto to = grown.solid.begin();
    for (std::int64_t z = 0; z < grown.extent.nz; ++z)
        for (std::int64_t y = 0; y < grown.extent.ny; ++y) {
            const auto from = room.solid.begin() + e.index(0, std::clamp<std::int64_t>(y - layers[2], 0, e.ny - 1),
                                                           std::clamp<std::int64_t>(z - layers[4], 0, e.nz - 1));
            to = std::fill_n(to, layers[0], *from);
            to = std::copy_n(from, e.nx, to);
            to = std::fill_n(to, layers[1], *(from + e.nx - 1));
        }
    return grown;
}

std::vector<std::int64_t> count_faces(const VoxelRoom& room, std::size_t surfaces) {
    std::vector<std::int64_t> faces(surfaces, 0);
    for_each_wall_face(room, [&](std::int64_t, Side, std::uint16_t surface) { ++faces.at(surface); });
    return faces;
}

std::int64_t count_air_nodes(const VoxelRoom& room) {
    if (!room.has_solids()) return room.extent.nodes();
    return std::count(room.solid.begin(), room.solid.end(), std::uint8_t{0});
}

}  // namespace wavesim
