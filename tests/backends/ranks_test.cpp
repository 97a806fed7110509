// SPDX-License-Identifier: MIT
// A grid that processes share has the bits of the whole one: fields, samples, looks, states. Processes are threads
// here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "backends/memory_ranks.hpp"
#include "backends/resumed.hpp"
#include "backends/slab_cases.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/ranks/rank_backend.hpp"
#include "stencils/slabs/cut_problem.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim::testing::slabs {
namespace {

using test::MemoryMail;
using test::ServingRanks;
using ::testing::HasSubstr;

FaultOfRank current_fault() {
    try {
        throw;
    } catch (const std::exception& error) {
        return {5, error.what()};
    }
}

/// What ranks can do that know a problem.
RankSkills skills_for(const Problem& problem) {
    RankSkills skills;
    skills.prepare = [](std::int64_t) {};
    skills.make = [&problem](const SlabMaking& making, const Slab& own) {
        return cpu().open(cut_problem(problem, own, making.steps_together), {1, ""});
    };
    skills.fault = &current_fault;
    return skills;
}

SlabMaking making(const Problem& problem, std::int64_t ranks, std::int64_t steps_together = 1) {
    const StencilProblem& common = common_part(problem);
    SlabMaking making;
    making.longest_wait_s = 20;
    making.reach = reach_along_z(common);
    making.steps_together = steps_together;
    making.slabs = cut_slabs(common, ranks, steps_together);
    return making;
}

/// Ranks and the backend of the first one.
struct Shared {
    Shared(const Problem& problem, int ranks, std::int64_t steps_together = 1, MemoryMail::Spoil spoil = {})
        : others(ranks, skills_for(problem), std::move(spoil)),
          backend(others.link(), problem, making(problem, ranks, steps_together), cpu(), {1, ""}) {}
    ServingRanks others;
    RankBackend backend;
};

void expect_the_same(StencilBackend& whole, StencilBackend& cut, const Extent& e) {
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
    test::MemoryState state = test::saved(whole), cut_state = test::saved(cut);
    EXPECT_EQ(state.arrays(), cut_state.arrays());
    for (const ArrayInfo& array : state.arrays()) EXPECT_TRUE(state.equals(cut_state, array.name)) << array.name;
}

/// Cases, precisions, and steps between exchanges. Two are for media of one density without averaged layers.
class Ranks : public ::testing::TestWithParam<std::tuple<Case, Precision, int>> {
  protected:
    void SetUp() override {
        if (together == 2 && !in_pairs) GTEST_SKIP() << "it goes one step at a time";
        if (together == 2 && most < 2) GTEST_SKIP() << "its grid has too few planes";
        ASSERT_GE(most, 2);
    }
    Problem problem = std::get<0>(GetParam()).make(std::get<1>(GetParam()));
    const StencilProblem& common = common_part(problem);
    bool in_pairs = std::holds_alternative<ScalarProblem>(problem) && !common.layers.averaged;
    int together = std::get<2>(GetParam());
    int most = static_cast<int>(std::min<std::int64_t>(4, most_slabs(common, together)));
};

TEST_P(Ranks, HaveTheBitsOfOneProcess) {
    for (int ranks = 2; ranks <= most; ++ranks) {
        SCOPED_TRACE(ranks);
        const auto whole = cpu().open(problem, {2, ""});
        Shared cut(problem, ranks, together);
        for (StencilBackend* backend : std::initializer_list<StencilBackend*>{whole.get(), &cut.backend}) {
            start(*backend, common);
            backend->advance(5);
            backend->advance(steps - 5);
        }
        EXPECT_GT(whole->health().peak, 0);
        expect_the_same(*whole, cut.backend, common.extent);
    }
}

/// From one number and steps together to another number and as many steps as are possible there.
TEST_P(Ranks, GoOnInAnyNumber) {
    for (int before = 1; before <= most; ++before) {
        const int after = before % most + 1;
        const int others = in_pairs && most_slabs(common, 3 - together) >= after ? 3 - together : together;
        SCOPED_TRACE(std::to_string(before) + " then " + std::to_string(after));
        Shared straight(problem, before, together), resumed(problem, after, others);
        start(straight.backend, common);
        straight.backend.advance(7);
        test::expect_to_go_on(straight.backend, resumed.backend, steps - 7);
    }
}

INSTANTIATE_TEST_SUITE_P(Every, Ranks,
                         ::testing::Combine(::testing::ValuesIn(cases()),
                                            ::testing::Values(Precision::float32, Precision::float64),
                                            ::testing::Values(1, 2)),
                         [](const auto& test) {
                             std::string name = std::get<0>(test.param).name +
                                                (std::get<1>(test.param) == Precision::float32 ? "_f" : "_d") +
                                                (std::get<2>(test.param) == 2 ? "_in_pairs" : "");
                             std::erase_if(name, [](char c) { return c == ',' || c == '='; });
                             std::ranges::replace_if(
                                 name, [](char c) { return std::isalnum(c) == 0; }, '_');
                             return name;
                         });

/// Planes that a rank gets for a second time, in place of those of the step: found where the fields are compared.
TEST(RankFaults, StalePlanesChangeTheField) {
    const Problem problem = room();
    const StencilProblem& common = common_part(problem);
    const auto whole = cpu().open(problem, {1, ""});
    start(*whole, common);
    whole->advance(6);
    const NodeBox all{{0, 0, 0}, {common.extent.nx, common.extent.ny, common.extent.nz}};
    for (const auto& [from, to] : {std::pair{0, 1}, {1, 0}, {1, 2}, {2, 1}}) {
        SCOPED_TRACE(std::to_string(from) + " to " + std::to_string(to));
        std::vector<std::byte> before;
        int messages = 0;
        Shared cut(problem, 3, 1, [&, from = from, to = to](int a, int b, RankLink::Channel channel, auto& message) {
            if (a != from || b != to || channel != RankLink::Channel::planes) return;
            if (++messages == 4) message = before;
            before = message;
        });
        start(cut.backend, common);
        cut.backend.advance(6);
        EXPECT_NE(box_of(*whole, FieldLevel::current, all), box_of(cut.backend, FieldLevel::current, all));
    }
}

TEST(RankFaults, PlanesThatDoNotComeEndTheWaiting) {
    const Problem problem = room();
    ServingRanks others(2, skills_for(problem), [](int from, int, RankLink::Channel channel, auto& message) {
        if (from == 1 && channel == RankLink::Channel::planes) message.clear();
    });
    SlabMaking impatient = making(problem, 2);
    impatient.longest_wait_s = 0.2;
    RankBackend backend(others.link(), problem, impatient, cpu(), {1, ""});
    try {
        backend.advance(1);
        FAIL() << "it does not wait";
    } catch (const RankLost& lost) {
        EXPECT_EQ(lost.rank(), 1);
        others.link().give_up(lost.code(), lost.what());
    }
}

/// Rank 0 learns which one and why, and the ranks serve on.
TEST(RankFaults, ARankThatCannotMakeItsSlabSaysWhy) {
    const Problem problem = room();
    RankSkills skills = skills_for(problem);
    std::atomic<int> makings{0};
    skills.make = [&problem, &makings](const SlabMaking&, const Slab& own) {
        if (makings++ == 0) throw std::runtime_error("there is no room for it");
        return cpu().open(cut_problem(problem, own), {1, ""});
    };
    ServingRanks others(2, skills);
    try {
        const RankBackend backend(others.link(), problem, making(problem, 2), cpu(), {1, ""});
        FAIL() << "it is made";
    } catch (const RankLost& lost) {
        EXPECT_EQ(lost.rank(), 1);
        EXPECT_EQ(lost.code(), 5);
        EXPECT_THAT(lost.what(), HasSubstr("there is no room for it"));
    }
    RankBackend backend(others.link(), problem, making(problem, 2), cpu(), {1, ""});
    backend.advance(3);
    EXPECT_EQ(backend.step(), 3);
}

/// What fails in the middle of the work takes all of them.
TEST(RankFaults, ARankThatFailsLaterIsLost) {
    const Problem problem = room();
    Shared cut(problem, 3);
    cut.others.link().send_value(2, RankOrder{RankOrder::Kind::save, 1000});  // there is no such array
    try {
        for (int n = 0; n < 1000; ++n) cut.backend.advance(1);
        FAIL() << "nobody noticed";
    } catch (const RankLost& lost) {
        EXPECT_EQ(lost.rank(), 2);
        EXPECT_EQ(lost.code(), 5);
    }
}

}  // namespace
}  // namespace wavesim::testing::slabs
