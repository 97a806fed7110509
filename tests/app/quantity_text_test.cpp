// SPDX-License-Identifier: MIT
#include "app/quantity_text.hpp"

#include <gtest/gtest.h>

#include "app/scene_input.hpp"
#include "app/stencil_card.hpp"

namespace wavesim {
namespace {

TEST(QuantityText, bytes) {
    EXPECT_EQ(bytes_text(0), "0 B");
    EXPECT_EQ(bytes_text(1023), "1023 B");
    EXPECT_EQ(bytes_text(1024), "1.00 KiB");
    EXPECT_EQ(bytes_text(1023 * 1024), "1.00 MiB");
    EXPECT_EQ(bytes_text(std::int64_t{141} << 30), "141 GiB");
    EXPECT_EQ(bytes_text(std::int64_t{1} << 62), "4096 PiB");
}

TEST(QuantityText, durations) {
    EXPECT_EQ(duration_text(0), "0 s");
    EXPECT_EQ(duration_text(0.00234), "2.34 ms");
    EXPECT_EQ(duration_text(0.0996), "0.10 s");
    EXPECT_EQ(duration_text(0.349), "0.35 s");
    EXPECT_EQ(duration_text(9.996), "10 s");
    EXPECT_EQ(duration_text(59.6), "1 min 00 s");
    EXPECT_EQ(duration_text(80), "1 min 20 s");
    EXPECT_EQ(duration_text(3599.6), "1 h 00 min");
    EXPECT_EQ(duration_text(7500), "2 h 05 min");
    EXPECT_EQ(duration_text(7536), "2 h 06 min");
    EXPECT_EQ(duration_text(26 * 3600), "1 d 02 h");
    EXPECT_EQ(duration_text(26.7 * 3600), "1 d 03 h");
    EXPECT_EQ(duration_text(-1), "unknown");
}

TEST(QuantityText, si_prefixes) {
    EXPECT_EQ(si_text(2.1e-9, "s"), "2.10 ns");
    EXPECT_EQ(si_text(0.9996, "m"), "1.00 m");
    EXPECT_EQ(si_text(999.4, "Hz"), "999 Hz");
    EXPECT_EQ(si_text(999.6, "Hz"), "1.00 kHz");
    EXPECT_EQ(si_text(-0.02, "Pa"), "-20.0 mPa");
    EXPECT_EQ(si_text(0, "Pa"), "0 Pa");
}

TEST(QuantityText, percents) {
    EXPECT_EQ(percent_text(0.00123), "0.123 %");
    EXPECT_EQ(percent_text(0.0123), "1.23 %");
    EXPECT_EQ(percent_text(0.123, Sign::always), "+12.3 %");
    EXPECT_EQ(percent_text(-0.123, Sign::always), "-12.3 %");
    EXPECT_EQ(percent_text(-4e-6, Sign::always), "0.000 %");
}

TEST(QuantityText, orders_of_accuracy) {
    EXPECT_EQ(order_text(make_stencil("leggy-4", 3)), "8 in space");
    EXPECT_EQ(order_text(make_stencil("compact-57-me4", 3)), "4 in space and time");
    EXPECT_EQ(order_text(make_stencil("compact-57-opt", 3)), "2, weights optimised for short waves");
    EXPECT_EQ(order_text(make_stencil("box-125-fine4", 3)), "4 in space and time");
}

TEST(StencilCard, worst_errors_have_their_sign) {
    const auto at_4_ppw = [](const std::string& name) {
        for (const CatalogueEntry& entry : stencil_catalogue()) {
            if (entry.name == name) return stencil_card(entry).dispersion[0];
        }
        throw std::out_of_range(name);
    };

    const auto slow = at_4_ppw("leggy-1");
    const auto fast = at_4_ppw("leggy-2");  // from -0.2 % along an axis to +2.4 % along the body diagonal

    EXPECT_NEAR(slow.worst, slow.axis, 1e-12);
    EXPECT_LT(slow.worst, -0.07);
    EXPECT_NEAR(fast.worst, fast.body_diagonal, 1e-12);
    EXPECT_GT(fast.worst, 0.02);
}

TEST(QuantityText, counts) {
    EXPECT_EQ(count_text(999), "999");
    EXPECT_EQ(count_text(1000), "1 000");
    EXPECT_EQ(count_text(-1234567), "-1 234 567");
    EXPECT_EQ(count_text(-123), "-123");
    EXPECT_EQ(counted(1, "trace"), "1 trace");
    EXPECT_EQ(counted(0, "trace"), "0 traces");
    EXPECT_EQ(counted(2000, "trace"), "2 000 traces");
}

TEST(SceneInput, folder_names_are_slugs_of_scene_names) {
    EXPECT_EQ(slug_of("Living Room"), "living_room");
    EXPECT_EQ(slug_of("  a/../b  "), "a_b");
    EXPECT_EQ(slug_of("..."), "scene");
    EXPECT_EQ(slug_of("Wohnk\xc3\xbc"
                      "che 2"),
              "wohnk\xc3\xbc"
              "che_2");
    EXPECT_EQ(slug_of(std::string(99, 'a') + "\xc3\xbc"), std::string(99, 'a'));
    EXPECT_EQ(slug_of(std::string(300, 'a')).size(), 100u);
}

}  // namespace
}  // namespace wavesim
