// SPDX-License-Identifier: MIT
// TTI media on a GPU against the CPU backend, which tti_test.cpp holds against the formulas.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/machine_here.hpp"
#include "backends/regions.hpp"
#include "backends/resumed.hpp"
#include "backends/tti_case.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/gpu/tti/tti_launch.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

using Widths = std::array<std::int64_t, 6>;
constexpr Extent wide{81, 78, 23};  ///< with tiles inside all layers
constexpr Widths all_sides{5, 9, 4, 6, 7, 3};
constexpr Extent cut{120, 112, 108};  ///< with an inner box that moves in one pass

struct Case {
    TtiForm form;
    Extent extent;
    Precision precision;
    Widths width{};  ///< of absorbing layers
    bool layered() const { return width != Widths{}; }
};
std::string name_of(const ::testing::TestParamInfo<Case>& info) {
    return std::string(info.param.form == TtiForm::k73 ? "K73" : "SelfAdjoint") +
           (info.param.extent.ny == 1 ? "In2D" : "In3D") + (info.param.layered() ? "Layered" : "") +
           (info.param.extent.nx == cut.nx ? "AroundABox" : "") +
           (info.param.precision == Precision::float32 ? "_float" : "_double");
}

struct Result {
    Field field;
    Field samples;
    FieldHealth health;
};

/// In k73 layers damp where the medium is isotropic: elsewhere they would let the field grow.
void make_isotropic_in_layers(TtiProblem& problem) {
    const AbsorbingLayers& layers = problem.layers;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const Node node = node_at(problem.extent, i);
        for (int d = 0; d < 3; ++d) {
            const std::int64_t k = d == 0 ? node.x : d == 1 ? node.y : node.z;
            if (k >= layers.of(d, false) && k < problem.extent.along(d) - layers.of(d, true)) continue;
            const auto at = static_cast<std::size_t>(i);
            problem.tti.epsilon[at] = problem.tti.delta[at] = 0;
        }
    }
}

class OnGpu : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    }
    /// Random media, a sponge, absorbing layers where the case has them, two sources and a receiver between nodes.
    static TtiProblem problem_of(const Case& given) {
        const Extent& n = given.extent;
        TtiProblem problem = random_tti(n, given.form, 3, 0.8);
        problem.precision = given.precision;
        for (std::size_t d = 0; d < 3; ++d)
            for (std::int64_t i = 0; i < n.along(static_cast<int>(d)); ++i)
                problem.tti.damping[d].push_back(i < 4 && d != 1 ? 0.01F * static_cast<float>(4 - i) : 0.0F);
        if (given.layered()) add_random_layers(problem, 7, given.width);
        if (given.form == TtiForm::k73) make_isotropic_in_layers(problem);
        const std::int64_t middle = n.index(n.nx / 2, n.ny / 2, n.nz / 2);
        problem.sources = {{{{middle, middle + 1}, {0.7, 0.3}}, {1.0, 0.5, -0.25, 2.0}}, {{{middle}, {1}}, {0.5}}};
        problem.receivers = {{{middle + 3, middle + 4}, {0.25, 0.75}}, {{0}, {1}}};
        if (given.form == TtiForm::self_adjoint) {  // points that act on both fields, and others beside them
            problem.sources[0].at.second_weights = {0.2, -0.4};
            problem.receivers.push_back({{middle + 5, middle + 7}, {0.6, -0.3}, {1.1, 0.4}});
        }
        return problem;
    }
    static void start(StencilBackend& backend, const Extent& extent) {
        backend.write(FieldLevel::previous, random_field(extent, 1));
        backend.write(FieldLevel::current, random_field(extent, 2));
    }
    static Result result_of(StencilBackend& backend, const Extent& n) {
        Result result{Field(static_cast<std::size_t>(n.nodes())), {}, backend.health()};
        backend.read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.field);
        backend.take_traces(result.samples);
        return result;
    }
    static std::unique_ptr<StencilBackend> make(const std::string& name, const TtiProblem& given,
                                                const std::string& tile) {
        const BackendEntry* entry = find_backend(name);
        EXPECT_EQ(entry->propose(given, test::machine_here()).why_not, "");
        return entry->open(given, {2, "", 0, tile});
    }
    /// By plane sweeps in one pass wherever they can, also where that is slower.
    static std::unique_ptr<StencilBackend> make(const std::string& name, const TtiProblem& given) {
        return make(name, given, name == "stream25.tti" ? tti_one_pass_wherever_it_can : "");
    }
    /// Root mean square of the difference, as a share of the peak.
    static double distance(const Field& a, const Field& b) {
        double squares = 0;
        double peak = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            squares += (a[i] - b[i]) * (a[i] - b[i]);
            peak = std::max(peak, std::abs(b[i]));
        }
        return std::sqrt(squares / static_cast<double>(b.size())) / peak;
    }
    static void expect_the_cpu_after_100_steps(const TtiProblem& given) {
        expect_the_cpu_after_100_steps(given, make("stream25.tti", given));
    }
    static void expect_the_cpu_after_100_steps(const TtiProblem& given, const std::unique_ptr<StencilBackend>& on_gpu) {
        const auto run = [&](const std::unique_ptr<StencilBackend>& backend) {
            start(*backend, given.extent);
            backend->advance(37);
            backend->advance(63);
            return result_of(*backend, given.extent);
        };
        TtiProblem precise = given;
        precise.precision = Precision::float64;

        const Result gpu = run(on_gpu);
        const Result cpu = run(make("cpu", precise));

        const double most = given.precision == Precision::float32 ? 2e-6 : 1e-13;
        EXPECT_LE(distance(gpu.field, cpu.field), most);
        EXPECT_LE(distance(gpu.samples, cpu.samples), most);
        EXPECT_NEAR(gpu.health.peak, cpu.health.peak, 10 * most * cpu.health.peak);
        EXPECT_FALSE(gpu.health.first_bad.has_value());
    }
    /// Inner box, faces, edges and corners, each on its own: those of layers of 8 cells where the case has none.
    static void expect_the_cpu_in_every_region(const TtiProblem& given, const std::string& on_gpu) {
        TtiProblem precise = given;
        precise.precision = Precision::float64;
        const Extent& n = given.extent;
        const auto field = [&](const std::string& name, const TtiProblem& what) {
            const auto backend = make(name, what);
            start(*backend, n);
            backend->advance(20);
            return result_of(*backend, n).field;
        };
        std::array<std::int64_t, 6> width = given.layers.width;
        if (!given.layers.any()) width = {8, 8, 8, 8, 8, 8};
        if (n.ny == 1) width[2] = width[3] = 0;
        const auto regions = testing::regions_of(n, width);
        ASSERT_EQ(regions.size(), n.ny == 1 ? 9U : 27U);

        testing::expect_equal_regions(field(on_gpu, given), field("cpu", precise), n, regions,
                                      given.precision == Precision::float32 ? 1e-5 : 1e-13);
    }
    static void expect_the_memory_of_the_forecast(const Case& of, const std::string& name) {
        const bool flat = of.extent.ny == 1;
        TtiProblem given =
            uniform_tti(flat ? Extent{3001, 1, 2003} : Extent{201, 153, 177}, of.form, 0.2, 0.1, {0.5, 0.3});
        given.precision = of.precision;
        if (of.layered()) add_random_layers(given, 7, of.width);
        given.sources = {{{{7}, {1.0}}, std::vector<double>(1000, 0.5)}};
        given.receivers.assign(100, {{5, 6}, {0.5, 0.5}});
        const BackendEntry* entry = find_backend(name);
        entry->open(problem_of(of), {2, ""});  // loads what every run shares
        const std::int64_t free = open_gpu(0).memory_free;

        const auto backend = entry->open(given, {2, ""});

        const auto taken = static_cast<double>(free - open_gpu(0).memory_free);
        EXPECT_NEAR(static_cast<double>(entry->propose(given, test::machine_here()).device_bytes) / taken, 1, 0.02)
            << taken;
    }
};

class TtiOnGpu : public OnGpu, public ::testing::WithParamInterface<Case> {
  protected:
    static TtiProblem problem() { return problem_of(GetParam()); }
};

TEST_P(TtiOnGpu, AgreesWithTheCpuAfter100Steps) { expect_the_cpu_after_100_steps(problem()); }

TEST_P(TtiOnGpu, AgreesInEveryRegion) { expect_the_cpu_in_every_region(problem(), "stream25.tti"); }

TEST_P(TtiOnGpu, GoesOnFromItsStateBitForBit) {
    const TtiProblem given = problem();
    const auto whole = make("stream25.tti", given);
    start(*whole, given.extent);
    whole->advance(5);
    const auto resumed = make("stream25.tti", given);
    resumed->advance(2);

    expect_to_go_on(*whole, *resumed, 6);
}

TEST_P(TtiOnGpu, ForecastsItsDeviceMemory) { expect_the_memory_of_the_forecast(GetParam(), "stream25.tti"); }

using OnePassTtiOnGpu = OnGpu;

TEST_F(OnePassTtiOnGpu, AgreesWithTheCpuOnSeveralTilesInChunks) {
    expect_the_cpu_after_100_steps(problem_of({TtiForm::self_adjoint, {141, 78, 61}, Precision::float32}));
}

/// 132 tiles, one for each multiprocessor of an H100. No step forgets what went wrong in one before it.
TEST_F(OnePassTtiOnGpu, HasTheSameBitsOfThreeTimes200StepsOnAGridThatFillsTheCard) {
    TtiProblem given = random_tti({352, 384, 41}, TtiForm::self_adjoint, 3, 0.8);
    given.precision = Precision::float32;
    const Extent& n = given.extent;
    const auto backend = make("stream25.tti", given);
    Field first;
    for (int run = 0; run < 3; ++run) {
        start(*backend, n);
        backend->advance(200);
        Field field(static_cast<std::size_t>(n.nodes()));
        backend->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, field);
        ASSERT_GT(*std::max_element(field.begin(), field.end()), 1e-3);
        if (run == 0) first = field;
        EXPECT_EQ(field, first) << run;
    }
}

using SelfAdjointLayersTtiOnGpu = OnGpu;

TEST_F(SelfAdjointLayersTtiOnGpu, AgreeWithTheCpuWhicheverAxisTheyTurnTo) {
    for (const std::size_t axis : {0U, 1U, 2U})
        for (const Extent& extent : {wide, cut}) {
            SCOPED_TRACE(axis);
            TtiProblem given = problem_of({TtiForm::self_adjoint, extent, Precision::float32, all_sides});
            given.tti.layer_axis = axis;
            expect_the_cpu_after_100_steps(given);
        }
}

constexpr const char* semi_backends[] = {"semi.gmem_3d", "semi.smem_3d", "semi.smem_25d", "semi.semi_25d",
                                         "semi.b",       "semi.ba",      "semi.2z"};

/// The strategies of semi-stencils.
struct SemiCase {
    const char* backend;
    Precision precision;
    bool layered;
    Case of() const { return {TtiForm::k73, {45, 19, 23}, precision, layered ? all_sides : Widths{}}; }
};
std::string name_of_semi(const ::testing::TestParamInfo<SemiCase>& info) {
    return std::string(info.param.backend).substr(5) + (info.param.layered ? "Layered" : "") +
           (info.param.precision == Precision::float32 ? "_float" : "_double");
}
void PrintTo(const SemiCase& one, std::ostream* out) { *out << one.backend; }
class K73SemiTtiOnGpu : public OnGpu, public ::testing::WithParamInterface<SemiCase> {};

TEST_P(K73SemiTtiOnGpu, AgreesWithTheCpuAfter100StepsInEveryBlock) {
    const TtiProblem given = problem_of(GetParam().of());
    const std::vector<std::string> tiles = find_backend(GetParam().backend)->propose(given, test::machine_here()).tiles;
    EXPECT_GE(tiles.size(), 4U);
    for (const std::string& tile : tiles) {
        SCOPED_TRACE(tile);
        const auto backend = make(GetParam().backend, given, tile);
        EXPECT_EQ(backend->facts().tile, tile);
        EXPECT_EQ(backend->facts().local_bytes, 0);
        expect_the_cpu_after_100_steps(given, backend);
    }
}

TEST_P(K73SemiTtiOnGpu, AgreesInEveryRegion) {
    expect_the_cpu_in_every_region(problem_of(GetParam().of()), GetParam().backend);
}

TEST_P(K73SemiTtiOnGpu, GoesOnFromItsStateBitForBit) {
    const TtiProblem given = problem_of(GetParam().of());
    const auto whole = make(GetParam().backend, given);
    start(*whole, given.extent);
    whole->advance(5);
    const auto resumed = make(GetParam().backend, given);
    resumed->advance(2);

    expect_to_go_on(*whole, *resumed, 6);
}

TEST_P(K73SemiTtiOnGpu, ForecastsItsDeviceMemory) {
    expect_the_memory_of_the_forecast(GetParam().of(), GetParam().backend);
}

std::vector<SemiCase> semi_cases() {
    std::vector<SemiCase> cases;
    for (const char* backend : semi_backends)
        for (const Precision precision : {Precision::float32, Precision::float64})
            for (const bool layered : {false, true}) cases.push_back({backend, precision, layered});
    return cases;
}
INSTANTIATE_TEST_SUITE_P(Strategies, K73SemiTtiOnGpu, ::testing::ValuesIn(semi_cases()), name_of_semi);

constexpr Extent space{45, 19, 23};
constexpr Extent plane{51, 1, 47};
INSTANTIATE_TEST_SUITE_P(Forms, TtiOnGpu,
                         ::testing::Values(Case{TtiForm::k73, space, Precision::float32},
                                           Case{TtiForm::k73, space, Precision::float64},
                                           Case{TtiForm::k73, plane, Precision::float64},
                                           Case{TtiForm::k73, space, Precision::float32, all_sides},
                                           Case{TtiForm::k73, space, Precision::float64, all_sides},
                                           Case{TtiForm::k73, plane, Precision::float64, all_sides},
                                           Case{TtiForm::self_adjoint, space, Precision::float32},
                                           Case{TtiForm::self_adjoint, space, Precision::float64},
                                           Case{TtiForm::self_adjoint, plane, Precision::float64},
                                           Case{TtiForm::self_adjoint, wide, Precision::float32, all_sides},
                                           Case{TtiForm::self_adjoint, cut, Precision::float32, all_sides},
                                           Case{TtiForm::self_adjoint, wide, Precision::float64, all_sides},
                                           Case{TtiForm::self_adjoint, plane, Precision::float64, all_sides}),
                         name_of);

using K73LayersTtiOnGpu = OnGpu;

TEST_F(K73LayersTtiOnGpu, AgreeWithTheCpuOnEverySideAlone) {
    for (std::size_t side = 0; side < 6; ++side) {
        SCOPED_TRACE(side);
        Case alone{TtiForm::k73, space, Precision::float32};
        alone.width[side] = all_sides[side];
        expect_the_cpu_after_100_steps(problem_of(alone));
        alone.extent = plane;
        alone.precision = Precision::float64;
        if (side / 2 != 1) expect_the_cpu_after_100_steps(problem_of(alone));
    }
}

}  // namespace
}  // namespace wavesim::test
