// SPDX-License-Identifier: MIT
// Absorbing layers of TTI media: what they send back, against the same run on a grid so large that nothing comes back,
// and whether they stay quiet.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <random>

#include "backends/tti_case.hpp"
#include "boundary/absorbing.hpp"
#include "physics/tested_backend.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "stencils/tti/layer_taper.hpp"
#include "stencils/tti/source_taper.hpp"

namespace wavesim::test {
namespace {

struct TiltedRock {
    double epsilon = 0.24;
    double delta = 0.1;
    double degrees = 40;       ///< from z, in 3D with an azimuth of 25 degrees
    std::int64_t upright = 0;  ///< so many more nodes along x beyond the square, upright but for the first 50
    bool operator==(const TiltedRock&) const = default;
};
constexpr double frequency = 0.08;  // waves per cell at the peak of the source: 12.5 points per wavelength

enum class Margin { space, layers, sponge };

/// A square (cube) of `inner` nodes, along x `longer` by so many, with `margin` nodes around it.
TtiProblem open_space(int dims, std::int64_t inner, std::int64_t margin, Margin kind, double fraction,
                      TtiForm form = TtiForm::self_adjoint, const TiltedRock& rock = {}, std::int64_t longer = 0,
                      double pulse = frequency) {
    const std::int64_t n = inner + 2 * margin;
    const Extent extent{n + longer + rock.upright, dims == 2 ? 1 : n, n};
    const Tilt tilt{rock.degrees * std::numbers::pi / 180, dims == 2 ? 0 : 25 * std::numbers::pi / 180};
    TtiProblem problem = uniform_tti(extent, form, rock.epsilon, rock.delta, tilt, fraction);
    problem.precision = Precision::float32;
    for (std::int64_t i = 0; rock.upright > 0 && i < extent.nodes(); ++i) {
        if (node_at(extent, i).x < margin + inner + 50) continue;
        for (std::size_t d = 0; d < 3; ++d) problem.tti.axis[d][static_cast<std::size_t>(i)] = d == 2 ? 1 : 0;
    }
    if (kind == Margin::space) return problem;
    std::array<LayerProfile, 6> sides;
    std::array<std::int64_t, 6> whole{};
    for (const Side side : all_sides) {
        if (dims == 2 && axis_of(side) == 1) continue;
        const auto s = static_cast<std::size_t>(side);
        whole[s] = margin;
        sides[s].cells = damped_cells(form, margin);
    }
    const double stretch = std::sqrt(1 + 2 * std::max(0.0, rock.epsilon));  // of the fastest wave
    if (kind == Margin::sponge) {
        problem.tti.damping = sponge(extent, whole, problem.courant * stretch);
        return problem;
    }
    problem.layers =
        build_layers(problem.stencil, problem.courant * stretch, extent, sides, pulse / stretch, tilted_least_alpha);
    if (form == TtiForm::k73)
        taper_to_isotropic(problem.tti, extent, whole);
    else
        taper_in_layers(problem.tti, extent, whole);
    return problem;
}

/// Traces (step, receiver) of a source in the middle; receivers count from the corner of the inner square.
Field traces_of(TtiProblem problem, std::int64_t inner, std::int64_t margin, const std::vector<Node>& receivers,
                std::int64_t steps) {
    const auto place = [&](const Node& n) {
        return Node{n.x + margin, problem.stencil.dims == 2 ? 0 : n.y + margin, n.z + margin};
    };
    const auto index = [&](const Node& n) { return problem.extent.index(n.x, n.y, n.z); };
    const Node source = place({inner / 2, inner / 2, inner / 2});
    taper_around(problem.tti, problem.extent, source);
    Injection injection{{{index(source)}, {1}}, {}};
    for (std::int64_t n = 0; n < steps; ++n) {
        const double a = std::pow(std::numbers::pi * (frequency * problem.courant * static_cast<double>(n) - 1.5), 2);
        injection.signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    problem.sources = {injection};
    for (const Node& n : receivers) problem.receivers.push_back({{index(place(n))}, {1}});
    const auto backend = test::tested_backend(problem).open(problem, {2, ""});
    backend->advance(steps);
    Field traces;
    backend->take_traces(traces);
    return traces;
}

/// Largest difference to the large grid over the loudest sound, of every receiver, in dB.
std::vector<double> reflection_db(int dims, std::int64_t inner, std::int64_t layer, const std::vector<Node>& receivers,
                                  TtiForm form = TtiForm::self_adjoint, const TiltedRock& rock = {},
                                  Margin kind = Margin::layers) {
    constexpr double fraction = 0.9;
    const double courant = open_space(dims, 8, 0, Margin::space, fraction, form, rock).courant;
    const double corner = std::sqrt(static_cast<double>(dims)) * static_cast<double>(inner) / 2;
    const double stretch = std::sqrt(1 + 2 * std::max(0.0, rock.epsilon));
    const auto steps = static_cast<std::int64_t>((corner + 2 * static_cast<double>(layer) + 40) / courant);
    const auto far = static_cast<std::int64_t>(static_cast<double>(steps) * courant * stretch / 2) + 8;
    const Field layered =
        traces_of(open_space(dims, inner, layer, kind, fraction, form, rock), inner, layer, receivers, steps);
    const Field free =
        traces_of(open_space(dims, inner, far, Margin::space, fraction, form, rock), inner, far, receivers, steps);
    std::vector<double> result;
    for (std::size_t r = 0; r < receivers.size(); ++r) {
        double error = 0;
        double peak = 0;
        for (std::size_t i = r; i < free.size(); i += receivers.size()) {
            error = std::max(error, std::abs(layered[i] - free[i]));
            peak = std::max(peak, std::abs(free[i]));
        }
        result.push_back(20 * std::log10(error / peak));
        ::testing::Test::RecordProperty("receiver_" + std::to_string(r), std::to_string(result.back()));
    }
    return result;
}

struct FlatCase {
    std::int64_t cells;
    double at_most_db;
    TtiForm form = TtiForm::self_adjoint;
    TiltedRock rock = {};
};
class TtiLayerInAPlane : public ::testing::TestWithParam<FlatCase> {};

TEST_P(TtiLayerInAPlane, ReflectsLittle) {
    const std::vector<Node> receivers{{90, 0, 50}, {90, 0, 90}, {90, 0, 70}, {50, 0, 90}, {10, 0, 90}};

    const auto worst = reflection_db(2, 100, GetParam().cells, receivers, GetParam().form, GetParam().rock);

    const double loudest = *std::max_element(worst.begin(), worst.end());
    EXPECT_LT(loudest, GetParam().at_most_db);
    if (GetParam().rock != TiltedRock{}) return;
    const auto end = GetParam().form == TtiForm::k73 ? TiltedEnd::k73_layers : TiltedEnd::self_adjoint_layers;
    const double told = measured_tilted_reflection_db(GetParam().cells, end);  // what plans and results say
    // Receivers 3 cells from narrow layers, not 10 as here, get 5 dB more (TtiLayerBudget).
    const bool narrow = end == TiltedEnd::self_adjoint_layers && GetParam().cells < 20;
    EXPECT_LT(loudest, told + 0.6);
    EXPECT_GT(loudest, told - (narrow ? 5.6 : 0.6));
}
INSTANTIATE_TEST_SUITE_P(Widths, TtiLayerInAPlane,
                         ::testing::Values(FlatCase{12, -35}, FlatCase{20, -44}, FlatCase{30, -51},
                                           FlatCase{16, -34, TtiForm::k73}, FlatCase{20, -40, TtiForm::k73},
                                           FlatCase{24, -43, TtiForm::k73}, FlatCase{30, -47, TtiForm::k73},
                                           FlatCase{40, -52, TtiForm::k73}));
/// Upright, little tilted, nearer to x than to z; elliptical, strongly and hardly anisotropic.
INSTANTIATE_TEST_SUITE_P(Rocks, TtiLayerInAPlane,
                         ::testing::Values(FlatCase{20, -57, TtiForm::self_adjoint, {0.24, 0.1, 0}},
                                           FlatCase{20, -50, TtiForm::self_adjoint, {0.24, 0.1, 20}},
                                           FlatCase{20, -48, TtiForm::self_adjoint, {0.24, 0.1, 65}},
                                           FlatCase{20, -48, TtiForm::self_adjoint, {0.2, 0.2, 40}},
                                           FlatCase{20, -38, TtiForm::self_adjoint, {0.3, 0.05, 45}},
                                           FlatCase{20, -43, TtiForm::self_adjoint, {0.15, 0.05, 45}}));

/// Layers turn to z here, too, where the axis is nearer to x: the more degrees, the more comes back.
TEST(TtiLayerBetweenTilts, ReflectsAsMuchAsPlansSay) {
    const std::vector<Node> receivers{{10, 0, 50}, {10, 0, 90}, {10, 0, 70}, {50, 0, 90}};
    for (const std::int64_t cells : {12, 20, 30}) {
        double loudest = -HUGE_VAL;
        for (const double degrees : {50.0, 65.0, 75.0, 90.0}) {
            const TiltedRock rock{0.24, 0.1, degrees, 250};
            const auto found = reflection_db(2, 100, cells, receivers, TtiForm::self_adjoint, rock);
            loudest = std::max(loudest, *std::max_element(found.begin(), found.end()));
            RecordProperty("cells_" + std::to_string(cells) + "_tilt_" + std::to_string(static_cast<int>(degrees)),
                           std::to_string(*std::max_element(found.begin(), found.end())));
        }
        EXPECT_NEAR(loudest, measured_tilted_reflection_db(cells, TiltedEnd::self_adjoint_far_layers), 0.6) << cells;
    }
}

/// A sponge of 12, 24 and 40 cells; head-on, where the numbers are published, and worst of all receivers.
TEST(TtiSponge, ReflectsAsLittleAsPublished) {
    const std::vector<Node> receivers{{90, 0, 50}, {90, 0, 90}, {90, 0, 70}, {50, 0, 90}, {10, 0, 90}};
    struct Case {
        std::int64_t cells;
        double head_on_db;
        double most_db;
    };
    for (const TtiForm form : {TtiForm::self_adjoint, TtiForm::k73})
        for (const Case& c : {Case{12, -15, -12}, Case{20, -24, -21}, Case{24, -29, -25}, Case{40, -42, -36}}) {
            const auto found = reflection_db(2, 100, c.cells, receivers, form, {}, Margin::sponge);

            EXPECT_LT(found[0], c.head_on_db) << c.cells;
            const double loudest = *std::max_element(found.begin(), found.end());
            EXPECT_LT(loudest, c.most_db) << c.cells;
            EXPECT_NEAR(loudest, measured_tilted_reflection_db(c.cells, TiltedEnd::sponge), 0.6) << c.cells;
            std::string all;
            for (const double db : found) all += std::to_string(db) + " ";
            RecordProperty((form == TtiForm::k73 ? "k73_" : "self_adjoint_") + std::to_string(c.cells), all);
        }
}

TEST(ExhaustiveTtiLayerInSpace, ReflectsLittle) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    const std::vector<Node> receivers{{34, 20, 20}, {34, 34, 20}, {34, 34, 34}, {20, 20, 34}};

    for (const auto& [cells, at_most_db] : {std::pair(10, -31), std::pair(20, -46)}) {
        const auto worst = reflection_db(3, 40, cells, receivers);

        EXPECT_LT(*std::max_element(worst.begin(), worst.end()), at_most_db) << cells;
        std::string found;
        for (const double db : worst) found += std::to_string(db) + " ";
        RecordProperty("cells_" + std::to_string(cells), found);
    }
}

/// Largest pressure after the steps over the largest of the first 100, from random fields: of all wavelengths, and with
/// much of the second wave, which travels slowly or, along the axis, not at all.
double left_of_noise(TtiProblem problem, std::int64_t steps) {
    TtiRun run(problem, 2);
    // In k73 the difference of the fields would drift where the medium is isotropic, for ever and without a wave.
    const unsigned second = problem.kind().form == TtiForm::k73 ? 1 : 2;
    for (const FieldLevel level : {FieldLevel::previous, FieldLevel::current})
        run.write(level, {random_field(problem.extent, 1), random_field(problem.extent, second)});
    const auto loudest = [&] {
        const FieldHealth health = run.backend().health();
        return health.first_bad ? HUGE_VAL : health.peak;
    };
    double first = 0;
    for (int n = 0; n < 10; ++n) {
        run.advance(10);
        first = std::max(first, loudest());
    }
    run.advance(steps - 100);
    return loudest() / first;
}
double left_of_noise(int dims, std::int64_t inner, std::int64_t layer, std::int64_t steps,
                     TtiForm form = TtiForm::self_adjoint) {
    return left_of_noise(open_space(dims, inner, layer, Margin::layers, 1.0, form), steps);
}

TEST(TtiLayerStability, NoiseDoesNotGrowInAPlane) { EXPECT_LT(left_of_noise(2, 50, 12, 4000), 1); }
/// Waves that layers amplify travel along them: the longer the domain, the more.
TEST(TtiLayerStability, NoiseDoesNotGrowInALongDomain) {
    EXPECT_LT(left_of_noise(open_space(2, 40, 12, Margin::layers, 1.0, TtiForm::self_adjoint, {}, 400), 6000), 0.6);
    EXPECT_LT(
        left_of_noise(open_space(2, 40, 20, Margin::layers, 1.0, TtiForm::self_adjoint, {0.3, 0.05, 45}, 400), 6000),
        0.6);
    EXPECT_LT(left_of_noise(open_space(2, 40, 20, Margin::layers, 1.0, TtiForm::k73, {}, 400), 6000), 1);
}
/// Blocks of two tilts, whose axes layers turn towards different axes of the grid.
TtiProblem two_tilts(std::int64_t layer, double one, double other) {
    TtiProblem problem = open_space(2, 40, layer, Margin::layers, 1.0, TtiForm::self_adjoint, {}, 400);
    problem.tti =
        open_space(2, 40 + 2 * layer, 0, Margin::space, 1.0, TtiForm::self_adjoint, {}, 400).tti;  // without tapers
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Node node = node_at(problem.extent, i);
        const double angle = ((node.x / 60 + node.z / 25) % 2 == 0 ? one : other) * std::numbers::pi / 180;
        problem.tti.axis[0][static_cast<std::size_t>(i)] = static_cast<float>(std::sin(angle));
        problem.tti.axis[2][static_cast<std::size_t>(i)] = static_cast<float>(std::cos(angle));
    }
    taper_in_layers(problem.tti, problem.extent, {layer, layer, 0, 0, layer, layer});
    return problem;
}
TEST(TtiLayerStability, NoiseDoesNotGrowWhereTiltsDiffer) {
    for (const auto& [one, other] : {std::pair(0.0, 90.0), std::pair(40.0, 50.0)})  // more when exhaustive
        for (const std::int64_t layer : {8, 20})
            EXPECT_LT(left_of_noise(two_tilts(layer, one, other), 6000), 0.6) << one << " " << other << " " << layer;
}
/// Pulses of 200 points per wavelength; in every other block a third of the speed.
constexpr double long_pulse = 0.005;
TtiProblem two_tilts_and_speeds(std::int64_t layer, double one, double other) {
    TtiProblem problem = two_tilts(layer, one, other);
    problem.layers = open_space(2, 40, layer, Margin::layers, 1.0, TtiForm::self_adjoint, {}, 400, long_pulse).layers;
    problem.speed.varies = true;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Node node = node_at(problem.extent, i);
        problem.factors.of_node.push_back((node.x / 60 + node.z / 25) % 2 == 0 ? 1.0F : 1.0F / 9);
    }
    return problem;
}
TEST(TtiLayerStability, NoiseDoesNotGrowWherePulsesAreLong) {
    for (const std::int64_t layer : {8, 20}) {
        EXPECT_LT(left_of_noise(two_tilts_and_speeds(layer, 0, 90), 6000), 1) << layer;
        EXPECT_LT(left_of_noise(
                      open_space(2, 40, layer, Margin::layers, 1.0, TtiForm::self_adjoint, {}, 400, long_pulse), 6000),
                  0.6)
            << layer;
    }
    for (const std::int64_t layer : {K73Layer::least, std::int64_t(20)})
        EXPECT_LT(left_of_noise(open_space(2, 50, layer, Margin::layers, 1.0, TtiForm::k73, {}, 0, long_pulse), 6000),
                  1)
            << layer;
}
/// In space, blocks of 10 cells with axes of any direction.
TtiProblem blocks_in_space(std::int64_t inner, std::int64_t layer) {
    TtiProblem problem = open_space(3, inner, layer, Margin::layers, 1.0);
    problem.tti = open_space(3, inner + 2 * layer, 0, Margin::space, 1.0).tti;  // without tapers
    std::mt19937 random(1);
    std::normal_distribution<double> component(0, 1);
    std::map<std::array<std::int64_t, 3>, std::array<double, 3>> axis_of_block;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Node node = node_at(problem.extent, i);
        auto [block, is_new] = axis_of_block.try_emplace({node.x / 10, node.y / 10, node.z / 10});
        std::array<double, 3>& n = block->second;
        if (is_new) n = {component(random), component(random), component(random)};
        const double length = std::hypot(n[0], n[1], n[2]);
        for (std::size_t d = 0; d < 3; ++d)
            problem.tti.axis[d][static_cast<std::size_t>(i)] = static_cast<float>(n[d] / length);
    }
    taper_in_layers(problem.tti, problem.extent, {layer, layer, layer, layer, layer, layer});
    return problem;
}
TEST(TtiLayerStability, NoiseDoesNotGrowInSpaceWherePulsesAreLong) {
    constexpr std::int64_t layer = 8;
    TtiProblem problem = blocks_in_space(20, layer);
    problem.layers = open_space(3, 20, layer, Margin::layers, 1.0, TtiForm::self_adjoint, {}, 0, long_pulse).layers;
    problem.speed.varies = true;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Node node = node_at(problem.extent, i);
        problem.factors.of_node.push_back((node.x / 10 + node.y / 10 + node.z / 10) % 2 == 0 ? 1.0F : 1.0F / 9);
    }
    EXPECT_LT(left_of_noise(problem, 4000), 1);
}
/// Noise that grows too slowly for the steps above.
TEST(ExhaustiveTtiLayerStability, NoiseDecaysBetweenTiltsAndInRocks) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    const auto decays = [](const TtiProblem& problem, const std::string& name) {
        const double early = left_of_noise(problem, 5000);
        const double late = left_of_noise(problem, 15000);
        EXPECT_LT(early, 0.8) << name;
        EXPECT_LT(late, 1.1 * early) << name;
        ::testing::Test::RecordProperty(name, std::to_string(early) + " " + std::to_string(late));
    };
    const auto degrees = [](double angle) { return std::to_string(static_cast<int>(angle)) + "_"; };
    const std::pair<double, double> pairs[] = {{0, 90}, {20, 70}, {30, 60}, {-40, 40},
                                               {0, 40}, {44, 46}, {20, 50}, {44, 62}};
    for (const auto& [one, other] : pairs)
        for (const std::int64_t layer : {8, 11, 12, 20})
            decays(two_tilts(layer, one, other), "tilts_" + degrees(one) + degrees(other) + std::to_string(layer));
    for (const std::int64_t layer : {8, 11, 16}) decays(blocks_in_space(30, layer), "space_" + std::to_string(layer));
    int rock_number = 0;
    for (const TiltedRock& rock :
         {TiltedRock{}, TiltedRock{0.24, 0.1, 20}, TiltedRock{0.24, 0.1, 45}, TiltedRock{0.4, -0.1, 45},
          TiltedRock{0.3, 0.05, 45}, TiltedRock{0.6, 0.1, 45}, TiltedRock{0.3, 0.3, 45}, TiltedRock{0.4, -0.1, 30}})
        decays(open_space(2, 40, 20, Margin::layers, 1.0, TtiForm::self_adjoint, rock, 600),
               "rock_" + std::to_string(rock_number++));
}
TEST(TtiSponge, KeepsNoiseQuiet) {
    for (const TtiForm form : {TtiForm::self_adjoint, TtiForm::k73})
        EXPECT_LT(left_of_noise(open_space(2, 50, 24, Margin::sponge, 1.0, form), 4000), 1);
}
TEST(TtiLayerStability, NoiseDoesNotGrowInSpace) { EXPECT_LT(left_of_noise(3, 14, 6, 3000), 1); }
TEST(TtiLayerStability, NoiseDoesNotGrowInK73) { EXPECT_LT(left_of_noise(2, 50, 20, 4000, TtiForm::k73), 1); }
TEST(ExhaustiveTtiLayerStability, NoiseDoesNotGrowInK73In20000Steps) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    EXPECT_LT(left_of_noise(2, 50, K73Layer::least, 20000, TtiForm::k73), 1);
    EXPECT_LT(left_of_noise(2, 50, 20, 20000, TtiForm::k73), 1);
    EXPECT_LT(left_of_noise(3, 10, K73Layer::least, 20000, TtiForm::k73), 1);
}
TEST(ExhaustiveTtiLayerStability, NoiseDoesNotGrowIn20000Steps) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    EXPECT_LT(left_of_noise(2, 80, 12, 20000), 1);
    EXPECT_LT(left_of_noise(2, 80, 20, 20000), 1);
    EXPECT_LT(left_of_noise(3, 14, 6, 20000), 1);
}

TEST(ExhaustiveTtiLayerStability, NoiseDoesNotGrowIn20000StepsAlongALongDomain) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    for (const TiltedRock& rock : {TiltedRock{}, TiltedRock{0.24, 0.1, 20}, TiltedRock{0.4, -0.1, 45}})
        EXPECT_LT(left_of_noise(open_space(2, 40, 20, Margin::layers, 1.0, TtiForm::self_adjoint, rock, 600), 20000),
                  0.4)
            << rock.degrees;
    EXPECT_LT(left_of_noise(open_space(3, 14, 12, Margin::layers, 1.0, TtiForm::self_adjoint, {}, 150), 10000), 0.6);
}

/// Pressure in the last quarter of a run over the loudest, of a pulse in the middle.
double left_of_pulse(int dims, std::int64_t inner, std::int64_t layer, std::int64_t steps,
                     Precision precision = Precision::float32) {
    TtiProblem problem = open_space(dims, inner, layer, Margin::layers, 1.0);
    problem.precision = precision;
    const Node middle{inner / 2, inner / 2, inner / 2};
    const Node corner{2, 2, 2};
    const Field trace = traces_of(problem, inner, layer, {middle, corner}, steps);
    double loudest = 0, late = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const double p = std::isfinite(trace[i]) ? std::abs(trace[i]) : HUGE_VAL;
        loudest = std::max(loudest, p);
        if (i >= trace.size() * 3 / 4) late = std::max(late, p);
    }
    return late / loudest;
}

TEST(TtiLayerStability, PulsesLeaveAPlane) { EXPECT_LT(left_of_pulse(2, 60, 12, 4000), 1e-3); }
TEST(TtiLayerStability, PulsesLeaveSpace) { EXPECT_LT(left_of_pulse(3, 14, 6, 3000), 1e-3); }
/// In double: in float, rounding drives the second wave around the source, where it stays: 1e-7 of the pulse per step.
TEST(ExhaustiveTtiLayerStability, PulsesLeaveFor20000Steps) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    EXPECT_LT(left_of_pulse(2, 80, 12, 20000, Precision::float64), 1e-4);
    EXPECT_LT(left_of_pulse(3, 14, 6, 20000, Precision::float64), 1e-4);
}

}  // namespace
}  // namespace wavesim::test
