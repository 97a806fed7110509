// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/pass_times.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace wavesim {
namespace {

std::vector<PassCase> all_cases() {
    std::vector<PassCase> cases;
    for (const Precision precision : {Precision::float32, Precision::float64})
        for (const int reach : {1, 2})
            for (const auto points : {PassCase::Points::axes, PassCase::Points::cube})
                for (const auto walls :
                     {PassCase::Walls::none, PassCase::Walls::explicit_form, PassCase::Walls::branch_form})
                    for (const auto factors :
                         {PassCase::Factors::one, PassCase::Factors::values, PassCase::Factors::table})
                        for (const int levels : {2, 3, 4, 5})
                            cases.push_back({h200, precision, reach, points, walls, factors, levels, 32});
    return cases;
}

/// No case is without a row, and no row is without a case, because one before it holds wherever it does.
TEST(PassTimes, HaveARowForEveryCase) {
    std::set<const PassTime*> used;
    for (const PassCase& one : all_cases())
        for (const PassTime& row : pass_times())
            if (row.holds(one)) {
                used.insert(&row);
                EXPECT_DOUBLE_EQ(pass_plane_seconds(one), 1e-6 * row.plane_us);
                break;
            }
    EXPECT_EQ(used.size(), pass_times().size());
}

/// More work takes no less time, but for the scatter of measurements: a row that breaks this has a wrong number.
TEST(PassTimes, GrowWithTheWork) {
    for (const PassCase& one : all_cases()) {
        const double here = pass_plane_seconds(one);
        const auto than = [&](auto change) {
            constexpr double scatter = 0.1;
            PassCase less = one;
            change(less);
            return (1 - scatter) * pass_plane_seconds(less);
        };
        EXPECT_GE(here, than([](PassCase& less) { less.factors = PassCase::Factors::one; }));
        // A table is quicker than values where it is walls that are waited for.
        if (one.walls == PassCase::Walls::none) {
            if (one.factors == PassCase::Factors::table) {
                EXPECT_GE(here, than([](PassCase& less) { less.factors = PassCase::Factors::values; }));
            }
            EXPECT_GE(here, than([](PassCase& less) { less.reach = 1; }));
            EXPECT_GE(here, than([](PassCase& less) { less.points = PassCase::Points::axes; }));
        }
        if (one.reach == 1) {
            EXPECT_GE(here, than([](PassCase& less) { less.walls = PassCase::Walls::none; }));
        }
        EXPECT_GE(here, than([](PassCase& less) { less.tile_y = 24; }));
        EXPECT_GE(here, than([](PassCase& less) { less.tile_y = 16; }));
        EXPECT_LT(here, 4e-6);
    }
}

}  // namespace
}  // namespace wavesim
