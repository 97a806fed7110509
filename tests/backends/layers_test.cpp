// SPDX-License-Identifier: MIT
// Absorbing layers on every backend that runs them, against their definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "contract.hpp"
#include "regions.hpp"
#include "resumed.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/cpu/two_steps.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/gpu/single/layer_slabs.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {
namespace {

constexpr int steps = 40;

/// Widths differ from side to side and from seed to seed; small grids bring layers close together.
ScalarProblem layered(const NamedStencil& s, Precision precision, bool averaged, unsigned seed) {
    const Extent extent = s.stencil.dims == 2 ? Extent{41, 1, 33} : Extent{35, 9, 11};
    ScalarProblem problem = bare_problem(extent, s.stencil, precision);
    add_random_layers(problem, averaged ? 1 : std::min(radius(s.stencil), 5), averaged, seed);
    return problem;
}

/// What the definition gives, computed once per case and precision.
const std::vector<double>& expected_field(const ScalarProblem& problem, const std::string& name) {
    static std::map<std::string, std::vector<double>> known;
    std::vector<double>& field = known[name + (problem.precision == Precision::float32 ? " float" : " double")];
    if (!field.empty()) return field;
    NaiveReference reference(problem);
    reference.previous() = random_field(problem, 11);
    reference.current() = random_field(problem, 12);
    for (int n = 0; n < steps; ++n) reference.step();
    field = reference.current();
    return field;
}

class LayerContract : public ::testing::TestWithParam<Setup> {
  protected:
    Precision precision() const { return GetParam().precision; }
    /// GPU rows need a GPU; each says what else it cannot run, and the suite runs what it claims. A test of which it
    /// claims no problem is skipped.
    void SetUp() override {
        if (on_gpu() && !cuda_why_not().empty()) GTEST_SKIP() << cuda_why_not();
    }
    void TearDown() override {
        if (!IsSkipped() && asked_ > 0 && claimed_ == 0) GTEST_SKIP() << "does not run any problem of this test";
    }
    bool on_gpu() const { return find_backend(GetParam().backend)->on_gpu(); }
    bool claims(const StencilProblem& problem) const {
        const bool claimed =
            !on_gpu() || find_backend(GetParam().backend)->propose(problem, test::machine_here()).why_not.empty();
        ++asked_, claimed_ += claimed ? 1 : 0;
        return claimed;
    }
    std::unique_ptr<StencilBackend> make(const ScalarProblem& problem, int threads) const {
        const BackendEntry* entry = find_backend(GetParam().backend);
        EXPECT_EQ(entry->propose(problem, test::machine_here()).why_not, "");
        return entry->open(problem, {threads, GetParam().isa});
    }
    void expect_agreement(const ScalarProblem& problem, const std::string& name) const {
        if (!claims(problem)) return;
        SCOPED_TRACE(name);
        const std::vector<double>& expected = expected_field(problem, name);
        auto backend = make(problem, 2);
        backend->write(FieldLevel::previous, random_field(problem, 11));
        backend->write(FieldLevel::current, random_field(problem, 12));

        backend->advance(steps);

        EXPECT_LE(distance(field_of(*backend, FieldLevel::current, problem.extent), expected),
                  precision() == Precision::float32 ? 2e-6 : 1e-13);
    }

  private:
    mutable int asked_ = 0, claimed_ = 0;  ///< problems of this test
};

TEST_P(LayerContract, AgreesWithTheDefinition) {
    unsigned seed = 80;
    for (const NamedStencil& s : contract_stencils()) {
        for (const bool averaged : {false, true}) {
            expect_agreement(layered(s, precision(), averaged, seed++), s.name + (averaged ? " averaged" : ""));
        }
    }
}

TEST_P(LayerContract, AgreesInVariableMediaWithEveryPass) {
    unsigned seed = 120;
    for (const NamedStencil& s : contract_stencils()) {
        if (s.name != "points13" && s.name != "points27" && s.name != "flat5" && s.name != "leggy5") continue;
        for (const bool averaged : {false, true}) {
            ScalarProblem problem = layered(s, precision(), averaged, seed++);
            add_random_medium(problem, seed);
            add_random_passes(problem, seed);
            expect_agreement(problem, s.name + (averaged ? " averaged" : "") + " with passes");
        }
    }
}

/// Layers of those widths with random tables; sides without layers are mirrors.
void add_layers(ScalarProblem& problem, const std::array<std::int64_t, 6>& width, bool averaged, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    AbsorbingLayers& layers = problem.layers;
    problem.courant *= 0.6;  // random tables need a reserve
    layers.half_order = averaged ? 1 : radius(problem.stencil);
    layers.averaged = averaged;
    layers.width = width;
    for (std::size_t side = 0; side < 6; ++side) {
        problem.halo[side] = layers.width[side] > 0 ? HaloRule::zero
                             : side == 4            ? HaloRule::odd_half
                                                    : HaloRule::mirror_half;
        const std::size_t axis = side / 2;
        const std::int64_t n = problem.extent.along(static_cast<int>(axis));
        layers.decay[axis].resize(static_cast<std::size_t>(n), 1.0);
        layers.gain[axis].resize(static_cast<std::size_t>(n), 0.0);
        for (std::int64_t i = 0; i < layers.width[side]; ++i) {
            const auto node = static_cast<std::size_t>(side % 2 == 1 ? n - 1 - i : i);
            layers.decay[axis][node] = 0.5 + 0.45 * unit(random);
            layers.gain[axis][node] = -0.2 * unit(random);
        }
    }
}

/// Layers and a grid for which the plane sweep of a GPU moves the layers itself, on all sides or on some.
ScalarProblem slabbed(const std::string& stencil, Precision precision, bool all_sides, unsigned seed) {
    ScalarProblem problem = bare_problem({67, 33, 35}, make_stencil(stencil, 3), precision);
    std::array<std::int64_t, 6> width{5, 4, 6, 3, 3, 5};
    if (!all_sides) width[0] = width[3] = width[4] = 0;
    add_layers(problem, width, false, seed);
    const LayerSlabs slabs =
        plan_slabs(problem, forms::sweep, device_layout(problem.extent, precision), most_shared_bytes);
    EXPECT_EQ(slabs.slabs.size(), 3U);
    return problem;
}

/// Against the CPU backend in double, which the tests above compare with the definition.
TEST_P(LayerContract, AgreesWhereSlabsOfTheirOwnMoveThem) {
    for (const std::string stencil : {"leggy-1", "leggy-2", "leggy-4"})
        for (const bool all_sides : {true, false}) {
            SCOPED_TRACE(stencil + (all_sides ? " on all sides" : " on some sides"));
            ScalarProblem problem = slabbed(stencil, precision(), all_sides, 60);
            if (!claims(problem)) continue;
            add_random_medium(problem, 61);
            add_random_passes(problem, 62);
            ScalarProblem exact = problem;
            exact.precision = Precision::float64;
            auto backend = make(problem, 2);
            auto reference = find_backend("cpu")->open(exact, {2, ""});
            for (auto* const each : {backend.get(), reference.get()}) {
                each->write(FieldLevel::previous, random_field(problem, 11));
                each->write(FieldLevel::current, random_field(problem, 12));
                each->advance(steps);
            }
            EXPECT_LE(distance(field_of(*backend, FieldLevel::current, problem.extent),
                               field_of(*reference, FieldLevel::current, problem.extent)),
                      precision() == Precision::float32 ? 2e-6 : 1e-13);
        }
}

/// Inner box, 6 faces, 12 edges and 8 corners, each on its own, so that no small part hides among many nodes.
TEST_P(LayerContract, AgreesInEveryRegion) {
    const std::vector<NamedStencil> all = contract_stencils();
    for (const std::string name : {"slabs of their own", "points13", "points27", "leggy5"}) {
        ScalarProblem problem;
        if (name == "slabs of their own") {
            problem = slabbed("leggy-4", precision(), true, 64);
        } else {
            const auto known = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s.name == name; });
            ASSERT_NE(known, all.end());
            problem = bare_problem({35, 29, 31}, known->stencil, precision());
            add_layers(problem, {5, 4, 6, 3, 3, 5}, name == "points27", 65);
        }
        if (!claims(problem)) continue;
        SCOPED_TRACE(name);
        const std::vector<Region> regions = regions_of(problem.extent, problem.layers.width);
        ASSERT_EQ(regions.size(), 27U);
        NaiveReference reference(problem);
        reference.previous() = random_field(problem, 11);
        reference.current() = random_field(problem, 12);
        for (int n = 0; n < 8; ++n) reference.step();
        auto backend = make(problem, 2);
        backend->write(FieldLevel::previous, random_field(problem, 11));
        backend->write(FieldLevel::current, random_field(problem, 12));

        backend->advance(8);

        expect_equal_regions(field_of(*backend, FieldLevel::current, problem.extent), reference.current(),
                             problem.extent, regions, precision() == Precision::float32 ? 1e-5 : 1e-13);
    }
}

/// Bits do not depend on threads; a run goes on bit for bit from its state.
/// A CPU does two steps at a time between the layers, and all passes with them.
TEST_P(LayerContract, GivesTheSameBitsInOneGoAndStepByStep) {
    const std::array<std::int64_t, 6> widths[] = {{4, 3, 2, 3, 3, 2}, {0, 0, 0, 0, 0, 5}, {0, 0, 4, 0, 0, 0}};
    for (const std::array<std::int64_t, 6>& width : widths) {
        for (const bool flat : {false, true}) {
            std::array<std::int64_t, 6> own = width;
            if (flat) own[2] = own[3] = 0;
            ScalarProblem problem = bare_problem(flat ? Extent{30, 1, 90} : Extent{30, 29, 70},
                                                 make_stencil("leggy-2", flat ? 2 : 3), precision());
            add_layers(problem, own, false, 31);
            add_random_medium(problem, 32);
            add_random_passes(problem, 33);
            const auto layout = cpu::make_field_layout(problem.extent, problem.stencil, precision());
            EXPECT_TRUE(cpu::plan_two_steps(problem, layout, 2).possible());
            if (!claims(problem)) continue;
            const auto start = [&](int threads) {
                auto backend = make(problem, threads);
                backend->write(FieldLevel::previous, random_field(problem, 11));
                backend->write(FieldLevel::current, random_field(problem, 12));
                return backend;
            };
            auto slow = start(1);
            for (int n = 0; n < 9; ++n) slow->advance(1);
            std::vector<double> expected;
            slow->take_traces(expected);
            for (const int threads : {1, 2, 3}) {
                auto fast = start(threads);
                fast->advance(9);
                std::vector<double> traces;
                fast->take_traces(traces);
                EXPECT_EQ(traces, expected);
                for (const FieldLevel level : {FieldLevel::current, FieldLevel::previous})
                    EXPECT_EQ(field_of(*fast, level, problem.extent), field_of(*slow, level, problem.extent));
            }
        }
    }
}

TEST_P(LayerContract, KeepsItsBits) {
    for (const NamedStencil& s : contract_stencils()) {
        if (s.name != "points7" && s.name != "points13" && s.name != "points27" && s.name != "flat9") continue;
        SCOPED_TRACE(s.name);
        const ScalarProblem problem = s.name == "points7" ? slabbed("leggy-4", precision(), true, 63)
                                                          : layered(s, precision(), s.name != "points13", 7);
        if (!claims(problem)) continue;
        const auto start = [&](int threads) {
            auto backend = make(problem, threads);
            backend->write(FieldLevel::previous, random_field(problem, 11));
            backend->write(FieldLevel::current, random_field(problem, 12));
            backend->advance(17);
            return backend;
        };
        auto straight = start(1);
        const auto resumed = make(problem, 3);
        test::expect_to_go_on(*straight, *resumed, 20);

        const auto expected = field_of(*straight, FieldLevel::current, problem.extent);
        for (const int threads : {2, 3, 7}) {
            auto backend = start(threads);
            backend->advance(20);
            EXPECT_EQ(field_of(*backend, FieldLevel::current, problem.extent), expected) << threads;
        }
    }
}

TEST_P(LayerContract, RefusesLayersThatDoNotFit) {
    ScalarProblem problem = layered(contract_stencils()[1], precision(), false, 3);
    problem.layers.width = {20, 14, 0, 0, 0, 0};
    EXPECT_EQ(find_backend("cpu")->propose(problem, test::machine_here()).why_not,
              "between the absorbing layers there must be at least 2 nodes along every axis");
    problem.layers.half_order = 3;
    EXPECT_EQ(find_backend("cpu")->propose(problem, test::machine_here()).why_not,
              "absorbing layers need differences that reach no further than the stencil");
}

INSTANTIATE_TEST_SUITE_P(All, LayerContract, ::testing::ValuesIn(all_setups()), name_of);

/// Two kernels divide a grid between them: the inner box and the slabs of the layers.
std::vector<Setup> pairs_of_kernels() {
    std::vector<Setup> setups;
    for (const char* pair :
         {"stream25.sweep+texture.unrolled", "texture.unrolled+stream25.sweep", "stream25.hybrid+texture.loop",
          "texture.factored+stream25.register", "stream25.shared+stream25.global", "semi.ba+semi.smem_3d",
          "semi.2z+semi.b", "stream25.sweep+semi.semi_25d"})
        for (const Precision precision : {Precision::float32, Precision::float64})
            setups.push_back({pair, "", precision});
    return setups;
}
INSTANTIATE_TEST_SUITE_P(Pairs, LayerContract, ::testing::ValuesIn(pairs_of_kernels()), name_of);

}  // namespace
}  // namespace wavesim::testing
