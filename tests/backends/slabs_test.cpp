// SPDX-License-Identifier: MIT
// A grid in slabs has the bits of the whole one: fields, samples, looks, states.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "backends/machine_here.hpp"
#include "backends/resumed.hpp"
#include "backends/slab_cases.hpp"
#include "backends/streamed_slabs.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/slabs/slab_backend.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim::testing::slabs {
namespace {

void expect_the_same_field(StencilBackend& whole, StencilBackend& cut, const Extent& e) {
    for (const FieldLevel level : {FieldLevel::current, FieldLevel::previous})
        for (const NodeBox& box :
             {NodeBox{{0, 0, 0}, {e.nx, e.ny, e.nz}}, NodeBox{{2, 0, 1}, {e.nx, e.ny, e.nz - 3}, 3}})
            EXPECT_EQ(box_of(whole, level, box), box_of(cut, level, box));
    std::vector<double> samples, cut_samples;
    whole.take_traces(samples);
    cut.take_traces(cut_samples);
    EXPECT_EQ(samples, cut_samples);
    const FieldHealth health = whole.health(), cut_health = cut.health();
    EXPECT_EQ(health.peak, cut_health.peak);
    EXPECT_EQ(health.change, cut_health.change);
    EXPECT_EQ(health.first_bad, cut_health.first_bad);
    EXPECT_GT(health.peak, 0);
}

void expect_the_same(StencilBackend& whole, StencilBackend& cut, const Extent& e) {
    expect_the_same_field(whole, cut, e);
    test::MemoryState state = test::saved(whole), cut_state = test::saved(cut);
    EXPECT_EQ(state.arrays(), cut_state.arrays());
    for (const ArrayInfo& array : state.arrays()) EXPECT_TRUE(state.equals(cut_state, array.name)) << array.name;
}

class Slabs : public ::testing::TestWithParam<std::tuple<Case, Precision>> {
  protected:
    Problem problem = std::get<0>(GetParam()).make(std::get<1>(GetParam()));
    const StencilProblem& common = common_part(problem);
};

TEST_P(Slabs, HaveTheBitsOfTheWholeGrid) {
    const auto whole = cpu().open(problem, {2, ""});
    start(*whole, common);
    whole->advance(steps);
    test::MemoryState end = test::saved(*whole);
    int cut_ways = 0;
    for (std::int64_t count = 1; count <= 6; ++count) {
        const std::vector<Slab> slabs = cut_slabs(common, count);
        EXPECT_EQ(slabs.empty(), count > most_slabs(common)) << count;
        if (slabs.empty()) continue;
        SCOPED_TRACE(count);
        ++cut_ways;
        SlabBackend cut(problem, plan_of(slabs), cpu(), {1, ""});
        start(cut, common);
        cut.advance(5);
        cut.advance(steps - 5);
        const auto same = cpu().open(problem, {2, ""});  // for another look; samples can be taken once
        start(*same, common);
        same->advance(steps);
        expect_the_same(*same, cut, common.extent);
    }
    EXPECT_GE(cut_ways, 2);
}

TEST_P(Slabs, GoOnInAnyNumberOfSlabs) {
    const std::int64_t most = std::min<std::int64_t>(4, most_slabs(common));
    const auto open = [&](std::int64_t count) -> std::unique_ptr<StencilBackend> {
        if (count == 0) return cpu().open(problem, {2, ""});
        return std::make_unique<SlabBackend>(problem, plan_of(cut_slabs(common, count)), cpu(), BackendOptions{1, ""});
    };
    for (std::int64_t before = 0; before <= most; ++before) {
        SCOPED_TRACE(before);
        const std::int64_t after = (before + 2) % (most + 1);
        const auto straight = open(before), resumed = open(after);
        start(*straight, common);
        straight->advance(7);
        test::expect_to_go_on(*straight, *resumed, steps - 7);
    }
}

/// Two steps between exchanges, for media of one density without averaged layers and walls with a memory.
TEST_P(Slabs, HaveTheBitsOfTheWholeGridInPairs) {
    ScalarProblem* const scalar = std::get_if<ScalarProblem>(&problem);
    if (scalar == nullptr || common.layers.averaged) GTEST_SKIP() << "it goes one step at a time";
    if (most_slabs(common, 2) < 2) GTEST_SKIP() << "its grid has too few planes";
    scalar->walls.branch_walls = {};
    int cut_ways = 0;
    for (std::int64_t count = 2; count <= std::min<std::int64_t>(5, most_slabs(common, 2)); ++count) {
        SCOPED_TRACE(count);
        ++cut_ways;
        const auto whole = cpu().open(problem, {2, ""});
        SlabBackend cut(problem, plan_of(cut_slabs(common, count, 2), 2), cpu(), {1, ""});
        for (StencilBackend* backend : std::initializer_list<StencilBackend*>{whole.get(), &cut}) {
            start(*backend, common);
            for (const std::int64_t part : {1, 4, 5}) backend->advance(part);
            backend->advance(steps - 10);
        }
        expect_the_same(*whole, cut, common.extent);
    }
    EXPECT_GE(cut_ways, 1);
}

/// Devices that work behind the host, each at its own pace: what they wait for must suffice.
TEST_P(Slabs, HaveTheBitsOfTheWholeGridOnDevicesOfAnyPace) {
    if (std::get<1>(GetParam()) == Precision::float64) GTEST_SKIP() << "the order does not depend on the precision";
    for (const std::int64_t together : {1, 2}) {
        SCOPED_TRACE(together);
        ScalarProblem* const scalar = std::get_if<ScalarProblem>(&problem);
        if (together == 2 && (scalar == nullptr || common.layers.averaged)) continue;
        if (together == 2) scalar->walls.branch_walls = {};
        const std::int64_t count = std::min<std::int64_t>(3, most_slabs(common, together));
        if (count < 2) continue;
        SlabPlan plan = plan_of(cut_slabs(common, count, together), together);
        for (std::size_t k = 0; k < plan.slabs.size(); ++k) plan.slabs[k].gpu = static_cast<int>(k);
        const auto whole = cpu().open(problem, {2, ""});
        SlabBackend cut(problem, plan, streamed_row(static_cast<unsigned>(together)), {1, ""});
        for (StencilBackend* backend : std::initializer_list<StencilBackend*>{whole.get(), &cut}) {
            start(*backend, common);
            backend->advance(5);
            backend->advance(steps - 5);
        }
        expect_the_same_field(*whole, cut, common.extent);
    }
}

INSTANTIATE_TEST_SUITE_P(Every, Slabs,
                         ::testing::Combine(::testing::ValuesIn(cases()),
                                            ::testing::Values(Precision::float32, Precision::float64)),
                         [](const auto& test) {
                             std::string name = std::get<0>(test.param).name +
                                                (std::get<1>(test.param) == Precision::float32 ? "_f" : "_d");
                             std::erase_if(name, [](char c) { return c == ',' || c == '='; });
                             std::ranges::replace_if(
                                 name, [](char c) { return std::isalnum(c) == 0; }, '_');
                             return name;
                         });

/// Slabs on all GPUs in turn, beside each other where there is but one; without passes of several steps.
class SlabsOnGpu : public ::testing::TestWithParam<const BackendEntry*> {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
        gpus_ = std::max<int>(1, static_cast<int>(visible_gpus().size()));
        std::printf("slabs of this test ran on %d GPUs\n", gpus_);
    }
    SlabPlan on_gpus(const std::vector<Slab>& slabs) const {
        SlabPlan plan = plan_of(slabs);
        for (std::size_t k = 0; k < slabs.size(); ++k) plan.slabs[k].gpu = static_cast<int>(k) % gpus_;
        return plan;
    }

  private:
    int gpus_ = 1;
};

TEST_P(SlabsOnGpu, HaveTheBitsOfTheWholeGrid) {
    const BackendEntry& row = *GetParam();
    int ran = 0;
    for (const Case& one : cases())
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const Problem problem = one.make(precision);
            const StencilProblem& common = common_part(problem);
            const MediumSupport* const support = row.support(common.medium);
            if (support == nullptr || !support->slabs) continue;
            if (!row.propose(common, test::machine_here()).why_not.empty()) continue;
            SCOPED_TRACE(one.name);
            ++ran;
            const auto whole = row.open(problem, {2, ""});
            SlabBackend cut(problem, on_gpus(cut_slabs(common, std::min<std::int64_t>(3, most_slabs(common)))), row,
                            {2, ""});
            for (StencilBackend* backend : std::initializer_list<StencilBackend*>{whole.get(), &cut}) {
                start(*backend, common);
                backend->advance(steps);
            }
            expect_the_same_field(*whole, cut, common.extent);
        }
    EXPECT_GT(ran, 0);
}

TEST_P(SlabsOnGpu, HaveTheBitsOfTheWholeGridInPairs) {
    const BackendEntry& row = *GetParam();
    int ran = 0;
    for (const Case& one : cases()) {
        Problem problem = one.make(Precision::float32);
        const StencilProblem& common = common_part(problem);
        ScalarProblem* const scalar = std::get_if<ScalarProblem>(&problem);
        if (scalar == nullptr || common.layers.averaged || most_slabs(common, 2) < 2) continue;
        scalar->walls = {};  // plans never pair steps beside walls (solvers/plan/slab_choice)
        const MediumSupport* const support = row.support(common.medium);
        if (support == nullptr || !support->slabs) continue;
        if (!row.propose(common, test::machine_here()).why_not.empty()) continue;
        SCOPED_TRACE(one.name);
        ++ran;
        SlabPlan plan = on_gpus(cut_slabs(common, std::min<std::int64_t>(3, most_slabs(common, 2)), 2));
        plan.steps_together = 2;
        const auto whole = row.open(problem, {2, ""});
        SlabBackend cut(problem, plan, row, {2, ""});
        for (StencilBackend* backend : std::initializer_list<StencilBackend*>{whole.get(), &cut}) {
            start(*backend, common);
            backend->advance(4);
            backend->advance(steps - 4);
        }
        expect_the_same_field(*whole, cut, common.extent);
    }
    if (ran == 0) GTEST_SKIP() << "it does not run media of one density";
}

std::vector<const BackendEntry*> single_steps_on_gpu() {
    std::vector<const BackendEntry*> rows;
    for (const BackendEntry& row : backend_registry())
        if (row.on_gpu() && row.name != "temporal" && row.name != "statements" && row.name != "resident")
            rows.push_back(&row);
    return rows;
}

INSTANTIATE_TEST_SUITE_P(Rows, SlabsOnGpu, ::testing::ValuesIn(single_steps_on_gpu()), [](const auto& test) {
    std::string name = test.param->name;
    std::ranges::replace(name, '.', '_');
    return name;
});

}  // namespace
}  // namespace wavesim::testing::slabs
