// SPDX-License-Identifier: MIT
// Values beyond sides that are no mirror images.
#include "stencils/cpu/statements/mirror_halo.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stencils/cpu/field_array.hpp"

namespace wavesim::cpu {
namespace {

using equations::Mirror;

/// What stands beyond the sides of an axis after fill(), of 9 values that a function of the place [cells] gives. Node 0
/// lies at 1/2, the sides at 0 and 9; fields that are `half` lie half a cell further.
template <class Function>
void expect_beyond(int axis, bool half, Mirror low, Mirror high, const Function& expected) {
    FieldLayout layout;
    layout.extent = {axis == 0 ? 9 : 2, axis == 1 ? 9 : 2, axis == 2 ? 9 : 2};
    layout.halo_x = layout.halo_y = layout.halo_z = 3;
    layout.lead = 16;
    layout.row_pitch = 32;
    layout.plane_pitch = 32 * 15;
    layout.values = layout.plane_pitch * 15 + 64;
    FieldArray<double> values(layout.values);
    std::fill_n(values.data(), layout.values, 1e9);
    std::array<AxisMirror, 3> mirrors;
    mirrors[static_cast<std::size_t>(axis)] = {half, low, high};
    const auto at = [&](std::int64_t i) { return layout.at(axis == 0 ? i : 1, axis == 1 ? i : 1, axis == 2 ? i : 1); };
    const auto place = [half](std::int64_t i) { return static_cast<double>(i) + (half ? 1.0 : 0.5); };
    for (std::int64_t i = half ? -1 : 0; i < 9; ++i) values.data()[at(i)] = expected(place(i));
    if (half && low == equations::zero_on_side) values.data()[at(-1)] = 77;  // fill() sets it to 0
    const MirrorHalo<double> halo(layout, mirrors);
    run_team(1, [&](const TeamMember& member) { halo.fill(member, values.data()); });
    for (std::int64_t i = -3; i < 12; ++i)
        EXPECT_NEAR(values.data()[at(i)], expected(place(i)), 1e-12) << axis << ' ' << half << ' ' << i;
}

TEST(MirrorHalo, CubicsGoOnThroughAZeroAndParabolasThroughWhatIsThere) {
    using equations::smooth, equations::zero_on_side;
    for (const int axis : {0, 1, 2})
        for (const bool half : {false, true}) {
            expect_beyond(axis, half, zero_on_side, zero_on_side,
                          [](double x) { return x * (9 - x) * (0.2 + 0.05 * x); });
            expect_beyond(axis, half, smooth, smooth, [](double x) { return 1 + 2 * x - 0.3 * x * x; });
            expect_beyond(axis, half, zero_on_side, smooth, [](double x) { return x * (3 - 0.4 * x); });
        }
}

TEST(MirrorHalo, DifferencesOfOrderTwoHaveMirrorImages) {
    EXPECT_EQ(equations::image_of_order(equations::zero_on_side, 2), Mirror::odd);
    EXPECT_EQ(equations::image_of_order(equations::smooth, 2), Mirror::even);
    EXPECT_EQ(equations::image_of_order(equations::smooth, 4), equations::smooth);
}

}  // namespace
}  // namespace wavesim::cpu
