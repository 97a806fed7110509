// SPDX-License-Identifier: MIT
#include "stencils/problem/fluid_code.hpp"

#include <algorithm>

#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

constexpr std::uint32_t codes = 65536;

/// Value of the low-discrepancy sequence at a node, in units of 2^-32. The steps along x, y and z are 1 / g, 1 / g^2
/// and 1 / g^3 with g = 1.2207440846. Arrays have different offsets, so that their errors do not add up.
std::uint32_t share_of(const Node& n, std::uint32_t array) {
    const auto steps = [](std::int64_t count, std::uint32_t step) { return static_cast<std::uint32_t>(count) * step; };
    return steps(n.x, 3518319155U) + steps(n.y, 2882110346U) + steps(n.z, 2360945575U) + array * 1934020213U;
}

void round_array(std::vector<float>& values, const NodeBox& box, const BitCode& code, std::uint32_t array) {
    if (values.empty()) return;
    for_each_node(box, box, [&](const Node& n, std::size_t i) {
        values[i] = code.decode(code.encode(values[i], share_of(n, array)));
    });
}

}  // namespace

BitCode make_bit_code(float least, float most) {
    const auto base = std::bit_cast<std::uint32_t>(least);
    const std::uint32_t range = std::bit_cast<std::uint32_t>(most) - base;
    return {base, std::max<std::uint32_t>(1, (range + codes - 2) / (codes - 1))};
}

std::uint16_t BitCode::encode(float value, std::uint32_t share) const {
    const std::uint32_t above = std::bit_cast<std::uint32_t>(value) - base;
    const std::uint32_t rest = above % step;
    const bool up = (std::uint64_t{rest} << 32) > std::uint64_t{share} * step;
    return static_cast<std::uint16_t>(std::min(codes - 1, above / step + (up ? 1 : 0)));
}

void FluidRange::add(const std::vector<float>& values, Range& range) {
    if (values.empty()) return;
    const auto [least, most] = std::ranges::minmax(values);
    range.least = range.most == 0 ? least : std::min(range.least, least);
    range.most = std::max(range.most, most);
}

void FluidRange::add(const FluidMedium& part) {
    add(part.modulus, modulus_);
    for (const std::vector<float>& values : part.buoyancy) add(values, buoyancy_);
}

FluidCode FluidRange::code() const {
    return {make_bit_code(modulus_.least, modulus_.most), make_bit_code(buoyancy_.least, buoyancy_.most)};
}

void round_to_codes(FluidMedium& medium, const NodeBox& box, const FluidCode& code) {
    round_array(medium.modulus, box, code.modulus, 3);
    for (std::uint32_t axis = 0; axis < 3; ++axis) round_array(medium.buoyancy[axis], box, code.buoyancy, axis);
}

}  // namespace wavesim
