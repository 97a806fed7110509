// SPDX-License-Identifier: MIT
#include "app/written_file_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace wavesim::test {
namespace {

/// A damaged snapshot may hold anything where it should say where it lies; JSON has no word for it but null.
TEST(WrittenFileText, of_a_snapshot_with_numbers_that_are_none) {
    const auto lines = written_file_lines({{"kind", "snapshot"},
                                           {"field", "vz"},
                                           {"units", "m/s"},
                                           {"time_s", nullptr},
                                           {"nodes", {3, 2, 1}},
                                           {"first_node_m", {0.05, nullptr, nullptr}},
                                           {"spacing_m", nullptr},
                                           {"least_pa", -1.0},
                                           {"most_pa", nullptr},
                                           {"rms_pa", nullptr}});

    EXPECT_EQ(lines.at(1).text, "3 x 2 x 1, spacing not finite, the first at (0.05, not finite, not finite) m");
    EXPECT_EQ(lines.at(2).text, "-1.00 m/s to not finite, rms not finite");
}

}  // namespace
}  // namespace wavesim::test
