// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/device_medium.hpp"

#include <stdexcept>

#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/common/fluid_places.hpp"

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

DeviceMedium::DeviceMedium(const StencilProblem& problem, const DeviceLayout& layout, const DensityProblem* fluid) {
    if (fluid != nullptr) {
        place_fluid(*fluid, layout);
        return;
    }
    if (!problem.speed.varies) return;
    const NodeFactors& medium = problem.factors;
    const MediumStorage storage = problem.speed.storage;
    const Extent& n = problem.extent;
    if (medium.count() != n.nodes()) throw std::invalid_argument("a medium that varies needs one factor per node");
    factors_ = DeviceArray<unsigned char>(bytes_of(storage) * layout.values);
    const auto code = [&](std::int64_t node) { return medium.stored.code_at(static_cast<std::size_t>(node)); };
    if (!problem.speed.coded())
        place<float>(factors_, 0, n, layout, [&](std::int64_t node) { return medium.factor(node); });
    else if (storage == MediumStorage::index8)
        place<std::uint8_t>(factors_, 0, n, layout,
                            [&](std::int64_t node) { return static_cast<std::uint8_t>(code(node)); });
    else
        place<std::uint16_t>(factors_, 0, n, layout,
                             [&](std::int64_t node) { return static_cast<std::uint16_t>(code(node)); });
    if (!problem.speed.coded()) return;
    table_ = DeviceArray<float>(medium.stored.code().table);
    most_ = medium.stored.code().most;
    step_ = medium.stored.code().step;
}

void DeviceMedium::place_fluid(const DensityProblem& problem, const DeviceLayout& layout) {
    const Extent& n = problem.extent;
    const FluidMedium& fluid = problem.fluid;
    if (!fluid.fits(n)) throw std::invalid_argument(fluid_is_missing);
    const FluidPlaces places = fluid_places(problem, layout);
    factors_ = DeviceArray<unsigned char>(places.bytes);
    const auto place_nodes = [&](const std::vector<float>& values, const BitCode& code, std::int64_t at) {
        const auto value = [&](std::int64_t node) { return values[static_cast<std::size_t>(node)]; };
        if (problem.speed.coded())
            place<std::uint16_t>(factors_, at, n, layout,
                                 [&](std::int64_t node) { return code.encode(value(node), 0); });
        else
            place<float>(factors_, at, n, layout, value);
        return factors_.data() + at;
    };
    fluid_.modulus = place_nodes(fluid.modulus, problem.code.modulus, 0);
    fluid_.modulus_code = {problem.code.modulus.base, problem.code.modulus.step};
    fluid_.buoyancy_code = {problem.code.buoyancy.base, problem.code.buoyancy.step};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis == 1 && problem.stencil.dims == 2) continue;
        const std::vector<float>& low_side = fluid.low_side[axis];
        const std::int64_t at = places.low_side[axis];
        fluid_.buoyancy[axis] = place_nodes(fluid.buoyancy[axis], problem.code.buoyancy, places.buoyancy[axis]);
        fluid_.low_side[axis] = reinterpret_cast<const float*>(factors_.data() + at);
        factors_.upload(reinterpret_cast<const unsigned char*>(low_side.data()),
                        4 * static_cast<std::int64_t>(low_side.size()), at);
    }
}

}  // namespace wavesim
