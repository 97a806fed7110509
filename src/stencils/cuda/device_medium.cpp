// SPDX-License-Identifier: MIT
#include "stencils/cuda/device_medium.hpp"

#include <stdexcept>
#include <utility>

namespace wavesim {

namespace {

/// Uploads value_of(node) of every node in planes that start at byte `start`.
template <class Value, class ValueOf>
void place(DeviceArray<unsigned char>& array, std::int64_t start, const Extent& n, const DeviceLayout& layout,
           const ValueOf& value_of) {
    std::vector<Value> plane(static_cast<std::size_t>(layout.plane), Value(0));
    constexpr auto size = static_cast<std::int64_t>(sizeof(Value));
    for (std::int64_t z = 0; z < n.nz; ++z) {
        for (std::int64_t y = 0; y < n.ny; ++y)
            for (std::int64_t x = 0; x < n.nx; ++x)
                plane[static_cast<std::size_t>(y * layout.pitch + x)] = value_of(n.index(x, y, z));
        array.upload(reinterpret_cast<const unsigned char*>(plane.data()), size * layout.plane,
                     start + size * z * layout.plane);
    }
}

}  // namespace

DeviceMedium::DeviceMedium(const StencilProblem& problem, const DeviceLayout& layout, std::span<const float> density) {
    if (!problem.speed.varies) return;
    const NodeFactors& medium = problem.factors;
    const MediumStorage storage = problem.speed.storage;
    const Extent& n = problem.extent;
    if (medium.count() != n.nodes()) throw std::invalid_argument("a medium that varies needs one factor per node");
    if (!density.empty() && std::cmp_not_equal(density.size(), n.nodes()))
        throw std::invalid_argument("a medium whose density varies needs one density per node");
    const std::int64_t behind = bytes_of(storage) * layout.values;
    factors_ = DeviceArray<unsigned char>(behind + (density.empty() ? 0 : 4 * layout.values));
    const auto code = [&](std::int64_t node) { return medium.stored.code_at(static_cast<std::size_t>(node)); };
    if (!problem.speed.coded())
        place<float>(factors_, 0, n, layout, [&](std::int64_t node) { return medium.factor(node); });
    else if (storage == MediumStorage::index8)
        place<std::uint8_t>(factors_, 0, n, layout,
                            [&](std::int64_t node) { return static_cast<std::uint8_t>(code(node)); });
    else
        place<std::uint16_t>(factors_, 0, n, layout,
                             [&](std::int64_t node) { return static_cast<std::uint16_t>(code(node)); });
    if (!density.empty())
        place<float>(factors_, behind, n, layout,
                     [&](std::int64_t node) { return density[static_cast<std::size_t>(node)]; });
    if (!problem.speed.coded()) return;
    table_ = DeviceArray<float>(medium.stored.code().table);
    most_ = medium.stored.code().most;
    step_ = medium.stored.code().step;
}

}  // namespace wavesim
