// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "backends/resumed.hpp"
#include "backends/tti_case.hpp"
#include "boundary/absorbing.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/cpu/tti/tti_medium.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

/// The same with the speed along the axis in all directions.
ScalarProblem without_tilt(const TtiProblem& tilted) {
    ScalarProblem isotropic;
    static_cast<StencilProblem&>(isotropic) = tilted;
    isotropic.medium = ScalarShape{};
    return isotropic;
}

/// Longer than two vectors of every kind and no multiple of one; more rows than a tile.
constexpr Extent odd_sizes{37, 29, 23};
constexpr Extent flat{41, 1, 45};

double largest(const Field& field) {
    double peak = 0;
    for (const double u : field) peak = std::max(peak, std::abs(u));
    return peak;
}

double difference(const TwoFields& a, const TwoFields& b) {
    double peak = 0;
    for (std::size_t f = 0; f < 2; ++f)
        for (std::size_t i = 0; i < a[f].size(); ++i)
            peak = std::isfinite(a[f][i]) ? std::max(peak, std::abs(a[f][i] - b[f][i])) : HUGE_VAL;
    return peak;
}

struct Case {
    TtiForm form;
    Extent extent;
};
std::string name_of(const ::testing::TestParamInfo<Case>& info) {
    return std::string(info.param.form == TtiForm::k73 ? "K73" : "SelfAdjoint") +
           (info.param.extent.ny == 1 ? "In2D" : "In3D");
}

class Tti : public ::testing::TestWithParam<Case> {
  protected:
    TtiProblem problem(unsigned seed = 3) const { return random_tti(GetParam().extent, GetParam().form, seed); }
    static void start(TtiRun& run, const Extent& extent) {
        run.write(FieldLevel::previous, {random_field(extent, 11), random_field(extent, 12)});
        run.write(FieldLevel::current, {random_field(extent, 13), random_field(extent, 14)});
    }
};

TEST_P(Tti, StepsAsTheFormulasSay) {
    for (const cpu::Isa isa : cpu::available_isas()) {
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            TtiProblem given = problem();
            given.precision = precision;
            TtiRun run(given, 2, cpu::to_string(isa));
            start(run, given.extent);

            TwoFields before = run.read(FieldLevel::previous);
            TwoFields now = run.read(FieldLevel::current);
            for (int n = 0; n < 3; ++n) {
                const TwoFields next = TtiOperators(given).step(now, before);
                before = now;
                now = next;
            }
            run.advance(3);

            const double epsilon = precision == Precision::float32 ? std::numeric_limits<float>::epsilon()
                                                                   : std::numeric_limits<double>::epsilon();
            EXPECT_LT(difference(run.read(FieldLevel::current), now), 60 * epsilon) << cpu::to_string(isa);
        }
    }
}

TEST_P(Tti, GivesTheSameBitsForEveryNumberOfThreads) {
    const TtiProblem given = problem();
    std::vector<TwoFields> results;
    for (const int threads : {1, 2, 5}) {
        TtiRun run(given, threads);
        start(run, given.extent);
        run.advance(7);
        results.push_back(run.read(FieldLevel::current));
    }

    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

/// Samples that the resumed run had before are dropped.
TEST_P(Tti, GoesOnFromItsState) {
    TtiProblem given = problem();
    given.receivers = {{{5, 7}, {0.25, 0.75}}};
    TtiRun whole(given);
    start(whole, given.extent);
    whole.advance(3);
    TtiRun resumed(given, 2);
    resumed.advance(2);

    expect_to_go_on(whole.backend(), resumed.backend(), 4);
}

TEST_P(Tti, EqualsTheIsotropicSolverWhereEpsilonAndDeltaAreZero) {
    // The self-adjoint form treats what is beyond the sides in its own way, so the field stays away from them.
    const Extent extent{70, GetParam().extent.ny == 1 ? 1 : 66, 68};
    TtiProblem tilted = uniform_tti(extent, GetParam().form, 0, 0, {0.7, extent.ny == 1 ? 0 : -2.0});
    const std::int64_t middle = extent.index(35, extent.ny / 2, 33);
    tilted.sources = {{{{middle}, {0.7}}, {1.0, 0.5, -0.25}}};
    tilted.receivers = {{{middle + 3, middle + 4}, {0.25, 0.75}}};
    const ScalarProblem isotropic = without_tilt(tilted);
    struct Result {
        Field field;
        Field samples;
    };
    const auto run = [&](const Problem& given) {
        const auto backend = find_backend("cpu")->open(given, {1, ""});
        Field start(static_cast<std::size_t>(extent.nodes()));
        for (std::int64_t d = -4; d <= 4; ++d)
            start[static_cast<std::size_t>(middle + d * extent.nx * extent.ny + d)] = 0.3;
        backend->write(FieldLevel::current, start);
        backend->advance(3);
        Result result{start, {}};
        backend->read(FieldLevel::current, {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}}, result.field);
        backend->take_traces(result.samples);
        return result;
    };

    const Result a = run(tilted);
    const Result b = run(isotropic);

    EXPECT_GT(largest(b.field), 0.3);
    EXPECT_LT(difference({a.field, a.samples}, {b.field, b.samples}), 2e-15);
}

TEST_P(Tti, SaysWhereTheFieldIsNotFinite) {
    const TtiProblem given = problem();
    TtiRun run(given);
    TwoFields fields{Field(static_cast<std::size_t>(given.extent.nodes())),
                     Field(static_cast<std::size_t>(given.extent.nodes()))};
    fields[0][40] = -3;
    run.write(FieldLevel::current, fields);
    EXPECT_EQ(run.backend().health().peak, 3);
    EXPECT_FALSE(run.backend().health().first_bad.has_value());

    fields[1][77] = std::numeric_limits<double>::quiet_NaN();
    run.write(FieldLevel::current, fields);

    EXPECT_EQ(run.backend().health().first_bad, 77);
}

INSTANTIATE_TEST_SUITE_P(Forms, Tti,
                         ::testing::Values(Case{TtiForm::k73, odd_sizes}, Case{TtiForm::self_adjoint, odd_sizes},
                                           Case{TtiForm::k73, flat}, Case{TtiForm::self_adjoint, flat}),
                         name_of);

/// Has nodes around which no layer of layered_tti turns the axis, along y and z in the middle of blocks of four.
constexpr Extent with_core{68, 31, 37};

/// Layers of different widths on all sides, some less and some more than a vector, in which the tilt fades anyhow.
TtiProblem layered_tti(const Extent& extent) {
    TtiProblem problem = random_tti(extent, TtiForm::self_adjoint, 21);
    std::array<LayerProfile, 6> sides{{{5, 0}, {9, 0}, {4, 0}, {6, 0}, {7, 0}, {3, 0}}};
    if (extent.ny == 1) sides[2] = sides[3] = {};
    problem.layers = build_layers(problem.stencil, problem.courant, extent, sides, 0.03);
    taper_at_random(problem, 22, problem.layers.width);
    return problem;
}

struct LayeredCase {
    Extent extent;
    std::size_t layer_axis;
};
class TtiLayers : public ::testing::TestWithParam<LayeredCase> {
  protected:
    static TtiProblem problem() {
        TtiProblem problem = layered_tti(GetParam().extent);
        problem.tti.layer_axis = GetParam().layer_axis;
        return problem;
    }
    static void start(TtiRun& run, const Extent& extent) {
        run.write(FieldLevel::previous, {random_field(extent, 11), random_field(extent, 12)});
        run.write(FieldLevel::current, {random_field(extent, 13), random_field(extent, 14)});
    }
};

TEST_P(TtiLayers, AbsorbAsTheFormulasSay) {
    for (const cpu::Isa isa : cpu::available_isas()) {
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            TtiProblem given = problem();
            given.precision = precision;
            TtiRun run(given, 2, cpu::to_string(isa));
            start(run, given.extent);

            TwoFields before = run.read(FieldLevel::previous);
            TwoFields now = run.read(FieldLevel::current);
            TtiLayerMemory memory(given);
            for (int n = 0; n < 4; ++n) {
                const TwoFields next = TtiOperators(given).step(now, before, &memory);
                before = now;
                now = next;
            }
            run.advance(4);

            const double epsilon = precision == Precision::float32 ? std::numeric_limits<float>::epsilon()
                                                                   : std::numeric_limits<double>::epsilon();
            EXPECT_LT(difference(run.read(FieldLevel::current), now), 60 * epsilon) << cpu::to_string(isa);
        }
    }
}

TEST_P(TtiLayers, GiveTheSameBitsForEveryNumberOfThreadsAndFromTheirState) {
    const TtiProblem given = problem();
    TtiRun whole(given, 1);
    start(whole, given.extent);
    whole.advance(3);
    TtiRun resumed(given, 5);

    expect_to_go_on(whole.backend(), resumed.backend(), 4);
}

INSTANTIATE_TEST_SUITE_P(Grids, TtiLayers,
                         ::testing::Values(LayeredCase{odd_sizes, 1}, LayeredCase{with_core, 0},
                                           LayeredCase{with_core, 2}, LayeredCase{flat, 0}, LayeredCase{flat, 2}),
                         [](const ::testing::TestParamInfo<LayeredCase>& given) {
                             const Extent& grid = given.param.extent;
                             const char* where = grid.ny == 1              ? "In2D"
                                                 : grid.nx == odd_sizes.nx ? "In3D"
                                                                           : "In3DAroundACore";
                             return where + std::string("TurningTo") + "XYZ"[given.param.layer_axis];
                         });

/// In k73 layers add to both fields what those of an isotropic medium add to a field that is the first.
class K73Layers : public ::testing::TestWithParam<Extent> {};

TEST_P(K73Layers, AddWhatThoseOfAnIsotropicMediumAdd) {
    const Extent& extent = GetParam();
    TtiProblem bare = random_tti(extent, TtiForm::k73, 21);
    TtiProblem layered = bare;
    layered.layers = layered_tti(extent).layers;
    const TwoFields start{random_field(extent, 11), random_field(extent, 12)};
    const auto both = [&](const TtiProblem& given, const std::string& isa) {
        TtiRun run(given, 2, isa);
        run.write(FieldLevel::current, start);
        run.advance(1);
        return run.read(FieldLevel::current);
    };
    const auto isotropic = [&](const TtiProblem& given) {
        const auto backend = find_backend("cpu")->open(without_tilt(given), {1, ""});
        backend->write(FieldLevel::current, start[0]);
        backend->advance(1);
        Field field(start[0].size());
        backend->read(FieldLevel::current, {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}}, field);
        return field;
    };
    const Field with = isotropic(layered);
    const Field without = isotropic(bare);

    for (const cpu::Isa isa : cpu::available_isas()) {
        const TwoFields a = both(layered, cpu::to_string(isa));
        const TwoFields b = both(bare, cpu::to_string(isa));
        for (std::size_t f = 0; f < 2; ++f)
            for (std::size_t i = 0; i < with.size(); ++i)
                ASSERT_NEAR(a[f][i] - b[f][i], with[i] - without[i], 3e-14) << cpu::to_string(isa) << " field " << f;
    }
}

TEST_P(K73Layers, EqualThoseOfAnIsotropicMediumInOneStepAfterStep) {
    TtiProblem tilted = uniform_tti(GetParam(), TtiForm::k73, 0, 0, {0.7, GetParam().ny == 1 ? 0 : -2.0}, 0.8);
    tilted.layers = layered_tti(GetParam()).layers;
    const ScalarProblem isotropic = without_tilt(tilted);
    const auto run = [&](const Problem& given, int threads) {
        const auto backend = find_backend("cpu")->open(given, {threads, ""});
        backend->write(FieldLevel::previous, random_field(GetParam(), 1));
        backend->write(FieldLevel::current, random_field(GetParam(), 2));
        backend->advance(6);
        Field field(static_cast<std::size_t>(GetParam().nodes()));
        backend->read(FieldLevel::current, {{0, 0, 0}, {GetParam().nx, GetParam().ny, GetParam().nz}}, field);
        return field;
    };
    const Field one = run(tilted, 1);
    const Field same = run(isotropic, 1);

    for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], same[i], 1e-12);
    EXPECT_EQ(run(tilted, 5), one);
}

INSTANTIATE_TEST_SUITE_P(Grids, K73Layers, ::testing::Values(odd_sizes, flat),
                         [](const ::testing::TestParamInfo<Extent>& grid) {
                             return std::string(grid.param.ny == 1 ? "In2D" : "In3D");
                         });

TEST(TtiBackend, ForecastsTheThreadsOfTheMachineMeant) {
    const TtiProblem problem = random_tti({20, 15, 16}, TtiForm::self_adjoint, 1);
    const auto bytes = [&](int threads) {
        Machine machine;
        machine.threads = threads;
        return find_backend("cpu")->propose(problem, machine).host_bytes;
    };

    EXPECT_GT(bytes(2), bytes(1));
    EXPECT_EQ(bytes(96) - bytes(1), 95 * (bytes(2) - bytes(1)));
}

TEST(TtiBackend, RefusesWhatIsNotKnownToBeStable) {
    const BackendEntry* cpu = find_backend("cpu");
    TtiProblem problem = random_tti({20, 15, 16}, TtiForm::k73, 1);
    EXPECT_EQ(cpu->propose(problem, {}).why_not, "");

    TtiProblem rigid = problem;
    rigid.halo[0] = HaloRule::mirror_half;
    EXPECT_EQ(cpu->propose(rigid, {}).why_not, "walls and solids in a TTI medium are not known to be stable");
    TtiProblem other = problem;
    other.stencil.shells = leggy_shells(2);
    other.stencil.a = leggy_weights(2);
    EXPECT_EQ(cpu->propose(other, {}).why_not, "a TTI medium needs the stencil leggy-4");
    TtiProblem incomplete = problem;
    incomplete.tti.delta.pop_back();
    EXPECT_THROW(cpu->open(incomplete, {}), std::invalid_argument);
}

TEST(TtiMedium, RootsOfEllipticalMediaAreNotRoundedUp) {
    const Extent extent{400, 1, 1};
    TtiProblem problem = uniform_tti(extent, TtiForm::self_adjoint, 0.3, 0.3, {0, 0});
    for (std::size_t i = 0; i < 400; ++i)
        problem.tti.epsilon[i] = problem.tti.delta[i] = -0.1F + 0.0013F * static_cast<float>(i);
    const cpu::FieldLayout layout = cpu::make_tti_layout(problem);
    const cpu::TtiMedium<float> medium(problem, layout, 1);

    const cpu::TtiMediumRow<float> row = medium.row(layout.at(0, 0, 0));
    for (std::int64_t x = 0; x < extent.nx; ++x) {
        const auto root = static_cast<double>(row.vertical[x]);
        const auto horizontal = static_cast<double>(row.horizontal[x]);
        EXPECT_LE(root * root, horizontal);
        EXPECT_NEAR(root * root, horizontal, 4e-7);
    }
}

TEST(TtiBackend, DampsByTheSponge) {
    TtiProblem problem = uniform_tti({19, 15, 17}, TtiForm::self_adjoint, 0.2, 0.1, {0.5, 0.3});
    for (std::size_t d = 0; d < 3; ++d)
        for (std::int64_t i = 0; i < problem.extent.along(static_cast<int>(d)); ++i)
            problem.tti.damping[d].push_back(i < 5 ? 0.01f * static_cast<float>(5 - i) : 0.0f);
    TtiRun run(problem);
    const TwoFields before{random_field(problem.extent, 1), random_field(problem.extent, 2)};
    const TwoFields now{random_field(problem.extent, 3), random_field(problem.extent, 4)};
    run.write(FieldLevel::previous, before);
    run.write(FieldLevel::current, now);

    run.advance(1);

    const TwoFields undamped = TtiOperators(problem).step(now, before);
    TwoFields expected = undamped;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Node node = node_at(problem.extent, i);
        const auto at = static_cast<std::size_t>(i);
        double g = 0;
        for (std::size_t d = 0; d < 3; ++d) {
            const std::int64_t k = d == 0 ? node.x : d == 1 ? node.y : node.z;
            g += static_cast<double>(problem.tti.damping[d][static_cast<std::size_t>(k)]);
        }
        for (std::size_t f = 0; f < 2; ++f) {
            const double change = undamped[f][at] - 2 * now[f][at] + before[f][at];
            const double gain = 1 + g / 2;
            const double loss = 1 - g / 2;
            expected[f][at] = (2 * gain * loss * now[f][at] - loss * loss * before[f][at] + change) / (gain * gain);
        }
    }
    EXPECT_LT(difference(run.read(FieldLevel::current), expected), 1e-13);
}

}  // namespace
}  // namespace wavesim::test
