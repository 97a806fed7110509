// SPDX-License-Identifier: MIT
#include "app/quantity_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

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

/// Three digits on both sides of each change of their number.
TEST(QuantityText, numbers_change_their_digits_where_they_are_rounded) {
    EXPECT_EQ(bytes_text(10'229), "9.99 KiB");
    EXPECT_EQ(bytes_text(10'235), "10.0 KiB");
    EXPECT_EQ(bytes_text(102'347), "99.9 KiB");
    EXPECT_EQ(bytes_text(102'350), "100 KiB");
    EXPECT_EQ(bytes_text(-2048), "-2.00 KiB");
    EXPECT_EQ(si_text(9.994, "m"), "9.99 m");
    EXPECT_EQ(si_text(9.996, "m"), "10.0 m");
    EXPECT_EQ(si_text(99.94, "m"), "99.9 m");
    EXPECT_EQ(si_text(99.96, "m"), "100 m");
    EXPECT_EQ(si_text(0.9994, "m"), "999 mm");
    EXPECT_EQ(si_text(5e15, "B"), "5000 TB") << "the last prefix";
    EXPECT_EQ(si_text(2e-14, "s"), "0.02 ps") << "the first one";
    EXPECT_EQ(percent_text(0.00994), "0.994 %");
    EXPECT_EQ(percent_text(0.00996), "1.00 %");
    EXPECT_EQ(percent_text(0.0994), "9.94 %");
    EXPECT_EQ(percent_text(0.0996), "10.0 %");
    EXPECT_EQ(percent_text(0.000006), "0.001 %");
}

TEST(QuantityText, durations_change_their_units_where_they_are_rounded) {
    EXPECT_EQ(duration_text(0.0994), "99.4 ms");
    EXPECT_EQ(duration_text(9.994), "9.99 s");
    EXPECT_EQ(duration_text(59.4), "59 s");
    EXPECT_EQ(duration_text(3599.4), "59 min 59 s");
    EXPECT_EQ(duration_text(24 * 3600 - 31), "23 h 59 min");
    EXPECT_EQ(duration_text(24 * 3600 - 30), "1 d 00 h");
    EXPECT_EQ(duration_text(1e13), "unknown");
    EXPECT_EQ(duration_text(std::nan("")), "unknown");
}

TEST(QuantityText, grids_and_sizes_of_2d_have_no_y) {
    EXPECT_EQ(extent_text({30, 4, 5}, 3), "30 x 4 x 5");
    EXPECT_EQ(extent_text({30, 1, 5}, 2), "30 x 5");
    EXPECT_EQ(size_text({6, 4.25, 2.7}, 3), "6.000 x 4.250 x 2.700 m");
    EXPECT_EQ(size_text({6, 0, 2.7}, 2), "6.000 x 2.700 m");
}

/// u+ - 2u + u- = lambda^2 sum of second differences makes sin^2(w T / 2) = lambda^2 sum of sin^2(k_i X / 2).
TEST(StencilCard, of_leggy_1_has_the_dispersion_of_its_formula) {
    const auto entry = std::ranges::find(stencil_catalogue(), std::string("leggy-1"), &CatalogueEntry::name);
    ASSERT_NE(entry, stencil_catalogue().end());
    const nlohmann::ordered_json card = card_json(stencil_card(*entry));
    const double lambda = 1 / std::sqrt(3.0);
    EXPECT_NEAR(card.at("recommended_courant").get<double>(), lambda, 1e-12);
    EXPECT_EQ(card.at("points"), 7);
    EXPECT_EQ(card.at("shells").at(0).at("points"), 6);
    const auto error = [&](double points, int axes) {
        const double k = 2 * std::numbers::pi / points;
        const double one = std::sin(k / std::sqrt(axes) / 2);
        return 2 * std::asin(lambda * std::sqrt(axes * one * one)) / (lambda * k) - 1;
    };
    ASSERT_EQ(card.at("dispersion").size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const nlohmann::ordered_json& row = card.at("dispersion").at(i);
        const double points = std::array{4.0, 6.0, 8.0, 10.0}[i];
        EXPECT_EQ(row.at("points_per_wavelength"), points);
        EXPECT_NEAR(row.at("axis").get<double>(), error(points, 1), 1e-12);
        EXPECT_NEAR(row.at("face_diagonal").get<double>(), error(points, 2), 1e-12);
        EXPECT_NEAR(row.at("body_diagonal").get<double>(), error(points, 3), 1e-12);
        EXPECT_NEAR(row.at("worst").get<double>(), error(points, 1), 1e-9);
    }
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
