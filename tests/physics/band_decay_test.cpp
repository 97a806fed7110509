// SPDX-License-Identifier: MIT
// Decays, octave by octave, of a living room whose walls take sound by frequency, beside those of the exact room.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "boundary/half_cell.hpp"
#include "boundary/port_branches.hpp"
#include "boundary/port_fit.hpp"
#include "flat_box.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim::test {
namespace {

using Complex = std::complex<double>;

constexpr std::array<double, 6> middles{125, 250, 500, 1000, 2000, 4000};
constexpr double highest_hz = 4000 * std::numbers::sqrt2;

AbsorptionBands material(const std::array<double, 6>& absorption) {
    AbsorptionBands bands;
    for (std::size_t b = 0; b < 6; ++b) bands.values.push_back({middles[b], absorption[b]});
    return bands;
}
const AbsorptionBands carpet = material({0.05, 0.1, 0.2, 0.35, 0.5, 0.6});
const AbsorptionBands plaster = material({0.1, 0.08, 0.05, 0.04, 0.03, 0.03});
const AbsorptionBands panel = material({0.35, 0.25, 0.15, 0.08, 0.05, 0.05});

/// Some of the modes of an octave, the same in every run.
std::vector<std::array<int, 3>> some_modes(const std::array<double, 3>& length, double high) {
    constexpr std::size_t most = 80;
    std::vector<std::array<int, 3>> all = modes_between(length, high / 2, high);
    std::mt19937 random(7);
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
        std::swap(all[i], all[i + random() % (all.size() - i)]);
    all.resize(std::min(most, all.size()));
    return all;
}

/// Errors of the reverberation times of the octaves in a room of 4.9 m x 4.0 m x 2.6 m with 8 points per wavelength at
/// the end of the highest; `walls`: of the pairs across x, y and z.
std::array<double, 6> decay_errors(const std::string& name, const std::array<AbsorptionBands, 3>& walls,
                                   TraceTime traces = TraceTime::steps) {
    constexpr double points = 8, cell_s = 1 / (points * highest_hz);
    const std::array<double, 3> length{646, 528, 343};
    const Stencil stencil = make_stencil(name, 3);
    const double courant = most_port_step * StencilAnalysis(stencil).courant_max();
    const double air_mass = half_cell_air_mass(stencil, WallPosition::half);
    BoxAdmittances exact;
    std::array<std::function<Complex(Complex)>, 3> impedance;
    for (std::size_t a = 0; a < 3; ++a) {
        const BandFit fit = fit_bands(stencil, courant, air_mass, walls[a], cell_s, highest_hz, traces);
        exact[a] = [branches = fit.exact](Complex s) { return 1.0 / impedance_of(branches, s); };
        impedance[a] = [branches = fit.branches](Complex w) { return impedance_of(branches, w); };
    }
    const FlatBox box(stencil, courant, air_mass, impedance, traces);
    std::array<double, 6> errors{};
    for (std::size_t b = 0; b < 6; ++b) {
        const double high = 2 * std::numbers::pi * middles[b] * std::numbers::sqrt2 * cell_s;
        std::vector<Complex> wanted, found;
        for (const std::array<int, 3>& m : some_modes(length, high)) {
            const BoxMode mode = exact_box_mode(m, length, exact);
            double moved = 0;
            found.push_back(box.mode(mode, length, moved));
            wanted.push_back(mode.s);
            double phase = 0;
            for (std::size_t a = 0; a < 3; ++a)
                phase = std::max(phase, std::abs(mode.k[static_cast<Eigen::Index>(a)]) * length[a]);
            EXPECT_LT(moved, 1 + 0.06 * phase) << name << ' ' << middles[b] << " Hz: another mode";
        }
        EXPECT_GE(wanted.size(), 20U);
        errors[b] = decay_time(found) / decay_time(wanted) - 1;
        testing::Test::RecordProperty(
            fmt::format("{}{} {} {} {}", name, traces == TraceTime::corrected ? " corrected" : "",
                        walls[0].values[0].absorption, walls[2].values[0].absorption, middles[b]),
            fmt::format("{:.5f}", errors[b]));
    }
    return errors;
}

TEST(BandDecays, OfRoomsOfOneMaterial) {
    for (const std::string name : {"leggy-4", "compact-27-iwb", "compact-57-fine"})
        for (const AbsorptionBands& all : {carpet, plaster, panel})
            for (const double error : decay_errors(name, {all, all, all}))
                EXPECT_LE(std::abs(error), name == "leggy-4" ? 0.0065 : 0.0045)
                    << name << ' ' << all.values[0].absorption;
}

/// Modes along the carpet last longest at 4 kHz, and wave speeds along axes count there: leggy-4 errs by 1.3 %.
TEST(BandDecays, OfARoomOfThreeMaterials) {
    for (const double error : decay_errors("compact-57-fine", {panel, plaster, carpet}))
        EXPECT_LE(std::abs(error), 0.001);
    for (const double error : decay_errors("leggy-4", {panel, plaster, carpet})) EXPECT_LE(std::abs(error), 0.014);
}

/// Where time dispersion is removed from traces, and walls are fitted to them: only the error of the stencil in space
/// remains, which is smaller.
TEST(BandDecays, WithoutTheErrorOfTheTimeStep) {
    for (const double error : decay_errors("leggy-4", {carpet, carpet, carpet}, TraceTime::corrected))
        EXPECT_LE(std::abs(error), 0.006);
    for (const double error : decay_errors("leggy-4", {panel, plaster, carpet}, TraceTime::corrected))
        EXPECT_LE(std::abs(error), 0.009);
}

}  // namespace
}  // namespace wavesim::test
