// SPDX-License-Identifier: MIT
#include "boundary/tangential_completion.hpp"

#include <array>

#include "boundary/correction_rows.hpp"

namespace wavesim {
namespace {

/// The 3 x 3 x 3 nodes around a node as the bulk step reads them: beyond the domain they are mirror images.
class Neighbourhood {
  public:
    Neighbourhood(const VoxelRoom& room, std::int64_t x, std::int64_t y, std::int64_t z) : room_(room) {
        const std::array<std::int64_t, 3> at{x, y, z};
        for (int axis = 0; axis < 3; ++axis)
            for (std::int64_t s = -1; s <= 1; ++s)
                image_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(s + 1)] =
                    halo_image(at[static_cast<std::size_t>(axis)] + s, room.extent.along(axis), HaloRule::mirror_half,
                               HaloRule::mirror_half)
                        .node;
    }
    std::int64_t node(const Offset& l) const {
        const auto image = [&](std::size_t axis, std::int64_t s) {
            return image_[axis][static_cast<std::size_t>(s + 1)];
        };
        return room_.extent.index(image(0, l.x), image(1, l.y), image(2, l.z));
    }
    bool air(const Offset& l) const { return room_.solid[static_cast<std::size_t>(node(l))] == 0; }

  private:
    const VoxelRoom& room_;
    std::array<std::array<std::int64_t, 3>, 3> image_{};
};

int component(const Offset& l, int axis) { return axis == 0 ? l.x : axis == 1 ? l.y : l.z; }

/// The component of l along `axis`, and l without that component.
Offset only(const Offset& l, int axis) { return {axis == 0 ? l.x : 0, axis == 1 ? l.y : 0, axis == 2 ? l.z : 0}; }
Offset minus(const Offset& a, const Offset& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// Calls link(t) for every pair that replaces the cut pair (i, i + l).
template <class Link>
void complete(const Neighbourhood& around, const Offset& l, Link&& link) {
    const int components = (l.x != 0) + (l.y != 0) + (l.z != 0);
    if (components == 1) return;
    for (int d = 0; d < 3; ++d) {
        if (component(l, d) == 0) continue;
        const Offset along = only(l, d), t = minus(l, along);
        if (around.air(t) && !around.air(along)) link(t);
    }
    if (components < 3) return;
    for (int axis = 0; axis < 3; ++axis) {  // t runs along an edge where two walls meet
        const Offset t = only(l, axis), both = minus(l, t);
        const Offset one = only(l, (axis + 1) % 3), other = only(l, (axis + 2) % 3);
        if (around.air(t) && !around.air(both) && !around.air(one) && !around.air(other) &&
            !around.air(minus(l, other)) && !around.air(minus(l, one)))
            link(t);
    }
}

}  // namespace

void add_tangential_completion(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                               const Planes& planes, Corrections& corrections) {
    std::vector<std::pair<Offset, double>> points;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(stencil.shells[p], stencil.dims))
            points.emplace_back(l, courant * courant * stencil.a[p]);

    std::vector<RowReach> near;
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y) near.push_back({y, z, 1});

    CorrectionRow row;
    for_each_node_near_solids(room, rows, planes, near, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const Neighbourhood around(room, x, y, z);
        const std::int64_t node = room.extent.index(x, y, z);
        for (const auto& [l, weight] : points) {
            if (around.air(l)) continue;
            row.add(planes.origin + node, weight);  // undo the bulk's -a_l u_i
            complete(around, l, [&, w = weight](const Offset& t) {
                row.add(planes.origin + around.node(t), w);
                row.add(planes.origin + node, -w);
            });
        }
        row.finish(planes.origin + node, corrections);
    });
}

}  // namespace wavesim
