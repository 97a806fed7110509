// SPDX-License-Identifier: MIT
// Absorbing layers on every backend that runs them, against their definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "cases.hpp"
#include "naive_reference.hpp"
#include "stencils/backend.hpp"
#include "stencils/cpu/isa.hpp"
#include "stencils/cuda/cuda_backends.hpp"

namespace wavesim::testing {
namespace {

constexpr int steps = 40;

struct Setup {
    std::string backend;
    std::string isa;
    Precision precision;
};

std::vector<Setup> all_setups() {
    std::vector<Setup> setups;
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        for (const cpu::Isa isa : cpu::available_isas()) setups.push_back({"cpu", to_string(isa), precision});
        for (const BackendEntry& entry : backend_registry())
            // tti_gpu_test.cpp is for the one that runs nothing but TTI media.
            if (entry.on_gpu() && entry.name != "texture.tti") setups.push_back({entry.name, "", precision});
    }
    return setups;
}

std::string name_of(const ::testing::TestParamInfo<Setup>& info) {
    std::string name =
        info.param.backend + info.param.isa + (info.param.precision == Precision::float32 ? "_float" : "_double");
    std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
    return name;
}

std::vector<double> field_of(const StencilBackend& backend, const Extent& extent) {
    std::vector<double> values(static_cast<std::size_t>(extent.nodes()));
    backend.read(FieldLevel::current, {{0, 0, 0}, {extent.nx, extent.ny, extent.nz}}, values);
    return values;
}

double distance(const std::vector<double>& a, const std::vector<double>& reference) {
    double squares = 0;
    double peak = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        squares += (a[i] - reference[i]) * (a[i] - reference[i]);
        peak = std::max(peak, std::abs(reference[i]));
    }
    return std::sqrt(squares / static_cast<double>(reference.size())) / peak;
}

/// Widths differ from side to side and from seed to seed; small grids bring layers close together.
StencilProblem layered(const NamedStencil& s, Precision precision, bool averaged, unsigned seed) {
    const Extent extent = s.stencil.dims == 2 ? Extent{41, 1, 33} : Extent{35, 9, 11};
    StencilProblem problem = bare_problem(extent, s.stencil, precision);
    add_random_layers(problem, averaged ? 1 : std::min(radius(s.stencil), 5), averaged, seed);
    return problem;
}

/// What the definition gives, computed once per case and precision.
const std::vector<double>& expected_of(const StencilProblem& problem, const std::string& name) {
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
    /// GPU rows need a GPU; each says what else it cannot run, and the suite runs what it claims.
    void SetUp() override {
        if (on_gpu() && !cuda_why_not().empty()) GTEST_SKIP() << cuda_why_not();
    }
    bool on_gpu() const { return find_backend(GetParam().backend)->on_gpu(); }
    bool claims(const StencilProblem& problem) const {
        return !on_gpu() || find_backend(GetParam().backend)->why_not(problem).empty();
    }
    std::unique_ptr<StencilBackend> make(const StencilProblem& problem, int threads) const {
        const BackendEntry* entry = find_backend(GetParam().backend);
        EXPECT_EQ(entry->why_not(problem), "");
        return entry->make(problem, {threads, GetParam().isa});
    }
    void expect_agreement(const StencilProblem& problem, const std::string& name) const {
        if (!claims(problem)) return;
        SCOPED_TRACE(name);
        const std::vector<double>& expected = expected_of(problem, name);
        auto backend = make(problem, 2);
        backend->write(FieldLevel::previous, random_field(problem, 11));
        backend->write(FieldLevel::current, random_field(problem, 12));

        backend->advance(steps);

        EXPECT_LE(distance(field_of(*backend, problem.extent), expected),
                  precision() == Precision::float32 ? 2e-6 : 1e-13);
    }
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
            StencilProblem problem = layered(s, precision(), averaged, seed++);
            add_random_medium(problem, seed);
            add_random_passes(problem, seed);
            expect_agreement(problem, s.name + (averaged ? " averaged" : "") + " with passes");
        }
    }
}

/// Bits do not depend on threads; a run goes on bit for bit from its state.
TEST_P(LayerContract, KeepsItsBits) {
    for (const NamedStencil& s : contract_stencils()) {
        if (s.name != "points13" && s.name != "points27" && s.name != "flat9") continue;
        SCOPED_TRACE(s.name);
        const StencilProblem problem = layered(s, precision(), s.name != "points13", 7);
        if (!claims(problem)) continue;
        const auto start = [&](int threads) {
            auto backend = make(problem, threads);
            backend->write(FieldLevel::previous, random_field(problem, 11));
            backend->write(FieldLevel::current, random_field(problem, 12));
            backend->advance(17);
            return backend;
        };
        auto straight = start(1);
        auto resumed = make(problem, 3);
        const auto from = straight->state();
        const auto to = resumed->state();
        ASSERT_EQ(from.size(), to.size());
        ASSERT_GT(from.size(), 5U);
        for (std::size_t i = 0; i < from.size(); ++i) {
            EXPECT_EQ(from[i].name, to[i].name);
            ASSERT_EQ(from[i].bytes.size(), to[i].bytes.size());
            if (!from[i].bytes.empty()) std::memcpy(to[i].bytes.data(), from[i].bytes.data(), from[i].bytes.size());
        }
        resumed->adopt_state();
        straight->advance(20);
        resumed->advance(20);
        EXPECT_EQ(field_of(*resumed, problem.extent), field_of(*straight, problem.extent));

        const auto expected = field_of(*straight, problem.extent);
        for (const int threads : {2, 3, 7}) {
            auto backend = start(threads);
            backend->advance(20);
            EXPECT_EQ(field_of(*backend, problem.extent), expected) << threads;
        }
    }
}

TEST_P(LayerContract, RefusesLayersThatDoNotFit) {
    StencilProblem problem = layered(contract_stencils()[1], precision(), false, 3);
    problem.layers.width = {20, 14, 0, 0, 0, 0};
    EXPECT_EQ(find_backend("cpu")->why_not(problem),
              "between the absorbing layers there must be at least 2 nodes along every axis");
    problem.layers.half_order = 3;
    EXPECT_EQ(find_backend("cpu")->why_not(problem),
              "absorbing layers need differences that reach no further than the stencil");
}

INSTANTIATE_TEST_SUITE_P(All, LayerContract, ::testing::ValuesIn(all_setups()), name_of);

}  // namespace
}  // namespace wavesim::testing
