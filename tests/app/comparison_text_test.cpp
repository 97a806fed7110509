// SPDX-License-Identifier: MIT
#include "app/comparison_text.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

ReceiverComparison receiver(const std::string& name, double error) {
    return {.receiver = name,
            .distance_m = 1,
            .until_s = 0.01,
            .compared_steps = 10,
            .peak_pa = 0.5,
            .relative_error = error};
}

TEST(ComparisonText, receivers_stand_in_their_order) {
    const Comparison comparison{
        .reference = "shoebox", .steps = 10, .exact = {}, .receivers = {receiver("a", 0.001), receiver("b", 0.02)}};

    EXPECT_EQ(comparison_text(comparison),
              "Compared with the exact image sources (largest error / largest exact pressure):\n"
              "  receiver    distance       until          peak      error\n"
              "  a             1.00 m     10.0 ms       500 mPa    0.100 %\n"
              "  b             1.00 m     10.0 ms       500 mPa     2.00 %\n");
}

TEST(ComparisonText, long_lists_show_the_worst_receivers) {
    const Comparison comparison{.reference = "free_field",
                                .steps = 10,
                                .exact = {},
                                .receivers = {receiver("a", 0.1), receiver("b", 0.3), receiver("c", 0.2)}};

    const std::string text = comparison_text(comparison, 2);

    EXPECT_EQ(text.find("  a "), std::string::npos) << text;
    EXPECT_LT(text.find("  b "), text.find("  c ")) << text;
    EXPECT_NE(text.find("  and 1 receiver with smaller errors\n"), std::string::npos) << text;
}

TEST(ComparisonText, silence_has_no_error) {
    ReceiverComparison silent = receiver("a", 0);
    silent.peak_pa = 0;

    EXPECT_NE(comparison_text({"shoebox", 10, {}, {silent}}).find("silent\n"), std::string::npos);
}

TEST(ComparisonText, a_receiver_at_a_source_is_not_compared) {
    ReceiverComparison at_source = receiver("a", 0);
    at_source.peak_pa = 0;
    at_source.distance_m = 0;

    const std::string text = comparison_text({"shoebox", 10, {}, {at_source}});

    EXPECT_EQ(text.find("silent"), std::string::npos) << text;
    EXPECT_NE(text.find("  Not compared: 1 receiver at a source, where the exact pressure is infinite.\n"),
              std::string::npos)
        << text;
}

}  // namespace
}  // namespace wavesim
