// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim {
namespace {

constexpr std::array ppw{4.0, 6.0, 8.0, 10.0};
constexpr double skip = std::numeric_limits<double>::quiet_NaN();

/// Worst error in % at 4, 6, 8 and 10 points per wavelength against reference values, within 0.01 %.
void expect_errors(const std::string& name, double courant, const std::array<double, 4>& percent) {
    const StencilAnalysis analysis(make_stencil(name, 3, courant));
    for (std::size_t i = 0; i < ppw.size(); ++i)
        if (!std::isnan(percent[i])) {
            EXPECT_NEAR(100 * analysis.phase_error_range(ppw[i], courant).worst(), percent[i], 0.01)
                << name << " at " << ppw[i];
        }
}

TEST(Dispersion, LeggyStencilsAtTheirLimits) {
    const auto limit = [](int m) { return 2 / std::sqrt(3 * leggy_symbol_max(m)); };
    expect_errors("leggy-1", limit(1), {7.26, 3.13, 1.74, 1.11});
    expect_errors("leggy-2", limit(2), {2.39, 1.11, .63, .41});
    expect_errors("leggy-3", limit(3), {2.37, 1.03, .58, .37});
    expect_errors("leggy-4", limit(4), {2.23, .96, .53, .34});
    expect_errors("leggy-6", limit(6), {2.05, .88, .49, .31});
    expect_errors("leggy-8", limit(8), {1.94, .84, .47, .30});
    expect_errors("leggy-12", limit(12), {1.83, .79, .44, .28});
    expect_errors("leggy-16", limit(16), {1.77, .77, .43, .27});
    expect_errors("leggy-20", limit(20), {1.73, .75, .42, .27});
}

TEST(Dispersion, LeggyErrorsAreSigned) {
    const StencilAnalysis second(make_stencil("leggy-2", 3));
    const auto at4 = second.phase_error_range(4, 0.5);
    EXPECT_NEAR(100 * at4.lowest, -.22, .01);
    EXPECT_NEAR(100 * at4.highest, 2.39, .01);
    const auto at6 = second.phase_error_range(6, 0.5);
    EXPECT_NEAR(100 * at6.lowest, .55, .01);
    EXPECT_NEAR(100 * at6.highest, 1.11, .01);

    const StencilAnalysis first(make_stencil("leggy-1", 3));
    const auto range = first.phase_error_range(6, 1 / std::sqrt(3.0));
    EXPECT_NEAR(100 * range.lowest, -3.13, .01);
    EXPECT_NEAR(100 * range.highest, 0, 1e-9);  // exact along the space diagonal
    EXPECT_EQ(range.worst_direction, (std::array<double, 3>{1, 0, 0}));
}

TEST(Dispersion, LeggyStencilsForVanishingTimeSteps) {
    const double small = 1e-3;
    expect_errors("leggy-1", small, {9.97, 4.51, 2.55, 1.64});
    expect_errors("leggy-2", small, {2.75, .608, .200, .084});
    expect_errors("leggy-3", small, {.920, .0994, .0190, .0052});
    expect_errors("leggy-4", small, {.337, .0179, .0020, .0004});
    expect_errors("leggy-6", small, {.053, .0007, skip, skip});
    expect_errors("leggy-8", small, {.0092, skip, skip, skip});
}

TEST(Dispersion, ModifiedEquationsAtTheTabulatedCourantNumbers) {
    expect_errors("compact-33-me4", .705, {1.45, .290, .092, .038});
    expect_errors("compact-57-me4", 1.0, {1.65, .308, .096, .039});
    expect_errors("compact-81-me4", 1.0, {2.40, .469, .148, .061});
    expect_errors("compact-123-me4", 1.42, {3.26, .579, .180, .073});
    expect_errors("compact-123-me6", .965, {.555, .051, .0093, .0024});
    expect_errors("compact-147-me6", 1.0, {1.00, .094, .017, .0045});
    expect_errors("compact-257-me6", 1.435, {1.46, .122, .022, .0058});
    expect_errors("compact-257-me8", .970, {.401, .018, .0019, .0003});
    expect_errors("compact-305-me8", 1.0, {.804, .038, .0041, .0007});
}

TEST(Dispersion, ClassicStencilsAtTheirLimits) {
    expect_errors("compact-19-isotropic", std::sqrt(.75), {3.10, 1.24, .672, .423});
    expect_errors("compact-27-iwb", 1.0, {3.53, 1.54, .863, .551});
}

TEST(Dispersion, OptimisedSetsAtTheirCourantNumbers) {
    expect_errors("compact-19-opt", .875, {3.04, 1.26, .692, .438});
    expect_errors("compact-27-opt", .875, {2.93, 1.22, .679, .433});
    expect_errors("compact-33-opt", .650, {1.93, 1.48, .963, .656});
    expect_errors("compact-57-opt", .89990, {1.69, .928, .557, .367});
    expect_errors("compact-123-opt", .89995, {1.74, .979, .590, .389});
    expect_errors("box-125-opt", .92498, {1.87, 1.13, .694, .461});
    expect_errors("compact-57-fine", .92498, {.135, .183, .128, .090});
    expect_errors("compact-81-fine", .92497, {.138, .186, .135, .095});
    expect_errors("box-125-fine", .94997, {.196, .117, .073, .051});
    expect_errors("box-125-opt4", .94989, {.367, .071, .022, .009});
}

TEST(Dispersion, UsableShareOfTheNyquistWavenumber) {
    const auto kappa = [](const std::string& name, double bound) {
        const Stencil stencil = make_stencil(name, 3);
        return StencilAnalysis(stencil).usable_fraction(bound, stencil.tuned_courant);
    };
    EXPECT_GE(kappa("compact-57-opt", .02), .895);
    EXPECT_GE(kappa("box-125-opt", .02), .90);
    for (const auto& set : optimised_weights()) {
        const std::string family = set.points == 125 ? "box-" : "compact-";
        const std::string suffix = (set.error < .01 ? "-fine" : "-opt") + std::string(set.half_order > 1 ? "4" : "");
        const double found = kappa(family + std::to_string(set.points) + suffix, set.error);
        EXPECT_NEAR(found, set.kappa, .005) << set.points << " " << set.error;
    }
    const StencilAnalysis isotropic(make_stencil("compact-19-isotropic", 3));
    EXPECT_NEAR(isotropic.usable_fraction(.02, std::sqrt(.75)), .4125, .002);
    const StencilAnalysis wideband(make_stencil("compact-27-iwb", 3));
    EXPECT_NEAR(wideband.usable_fraction(.02, 1), .3775, .002);
}

/// Order of the worst error between `points` and twice as many points per wavelength.
double measured_order(const std::string& name, double courant, double points = 8) {
    const StencilAnalysis analysis(make_stencil(name, 3, courant));
    const double coarse = analysis.phase_error_range(points, courant).worst();
    const double fine = analysis.phase_error_range(2 * points, courant).worst();
    return std::log2(coarse / fine);
}

TEST(Dispersion, OrderOfConvergenceInSpaceAndTime) {
    EXPECT_NEAR(measured_order("leggy-1", .5), 2.01, .02);
    EXPECT_NEAR(measured_order("compact-33-me4", .5), 3.97, .02);
    EXPECT_NEAR(measured_order("compact-57-me4", .5), 3.95, .02);
    EXPECT_NEAR(measured_order("compact-123-me6", .5), 5.91, .02);
    EXPECT_NEAR(measured_order("compact-257-me8", .5), 7.86, .02);
}

TEST(Dispersion, LeggyOrderIsSpatialOnlyForVanishingTimeSteps) {
    const double expected[] = {1.99, 3.94, 5.90, 7.85};
    for (int m = 1; m <= 4; ++m) {
        EXPECT_NEAR(measured_order("leggy-" + std::to_string(m), 1e-4), expected[m - 1], .02) << m;
        if (m == 1) continue;
        EXPECT_NEAR(measured_order("leggy-" + std::to_string(m), 0.4, 16), 2, .05) << m;
    }
}

}  // namespace
}  // namespace wavesim
