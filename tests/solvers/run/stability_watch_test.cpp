// SPDX-License-Identifier: MIT
#include "solvers/run/stability_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "physics/scene_builder.hpp"
#include "solvers/run/exploding_rock.hpp"
#include "solvers/run/run_pace.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {
namespace {

using test::cell;

/// Steps between which a run of a plan is found unstable; none where it is stable.
std::vector<int> unstable_between(const Plan& plan, double report_interval_s = 0.2) {
    test::MemoryRecorder recorder;
    RunControl control;
    control.report_interval_s = report_interval_s;
    try {
        simulate(plan, recorder, control);
    } catch (const UnstableRun& run) {
        const std::string message = run.what();
        std::vector<int> steps(2);
        const std::size_t at = message.find("between steps ");
        EXPECT_EQ(std::sscanf(message.c_str() + at, "between steps %d and %d", &steps[0], &steps[1]), 2) << message;
        EXPECT_THAT(message,
                    testing::HasSubstr(" times the energy that was left when the sources fell silent, at node ("));
        return steps;
    }
    return {};
}

/// A field that changes as told.
class Told : public StencilBackend {
  public:
    Told(std::int64_t step, double change) : step_(step), change_(change) {}
    void advance(std::int64_t) override {}
    std::int64_t step() const override { return step_; }
    void take_traces(std::vector<double>&) override {}
    void read(FieldLevel, const NodeBox&, std::span<double> values) const override { std::ranges::fill(values, 1.0); }
    void write(FieldLevel, std::span<const double>) override {}
    FieldHealth health() const override { return {1, change_, {}}; }

  private:
    std::vector<StateArray> state() override { return {}; }
    void resume() override {}
    std::int64_t step_;
    double change_;
};

TEST(StabilityWatch, TakesTwiceWhatTheSourcesGave) {
    const Plan plan = test::plan_of(test::small_room());
    // What the source does is over by then; before, it moved the pressure along with its signal.
    const std::vector<double>& signal = common_part(plan.problem).sources[0].signal;
    const auto end = static_cast<std::int64_t>(signal.size()) + 1;
    std::vector<double> along(signal.size() + 1);
    for (std::size_t n = 1; n < along.size(); ++n) along[n] = (n > 1 ? along[n - 2] : 0) + signal[n - 1];
    double work = 0;
    for (const double s : signal) work += s * s / 2;
    StabilityWatch watch(plan);
    watch.add(0, end, along);

    EXPECT_EQ(watch.check(Told(end + 1, 2 * 1.9 * work)), 1);
    EXPECT_THROW(watch.check(Told(end + 1, 2 * 2.1 * work)), UnstableError);
}

/// However long the run, and however often somebody asks how far it is.
TEST(StabilityWatch, SaysTheSameOfLongerRuns) {
    const std::vector<int> shorter = unstable_between(test::exploding_rock(1.2)),
                           longer = unstable_between(test::exploding_rock(2.4));
    ASSERT_EQ(shorter.size(), 2U);
    ASSERT_EQ(longer.size(), 2U);
    EXPECT_EQ(shorter[0], longer[0]);
    EXPECT_EQ(unstable_between(test::exploding_rock(1.8), 0), unstable_between(test::exploding_rock(1.8), 3600));
}

/// The loudest that physics allows: a mode driven for many periods in a corner of a room without losses.
TEST(StabilityWatch, LeavesADrivenResonanceAlone) {
    Scene scene = test::small_room();
    scene.duration_s = 1;
    scene.sources[0].signal.kind = SignalKind::sine;
    scene.sources[0].signal.frequency_hz = test::sound_speed / (2 * 20 * cell);  // the first mode along x
    scene.sources[0].position = {0.1 * cell, 0.1 * cell, 0.1 * cell};
    EXPECT_THAT(unstable_between(test::plan_of(scene)), testing::IsEmpty());
}

TEST(NextCheck, IsTheSameWhateverTheDuration) {
    EXPECT_EQ(next_check(0), 128);
    EXPECT_EQ(next_check(127), 128);
    EXPECT_EQ(next_check(128), 256);
    EXPECT_EQ(next_check(2048), 2304);
    EXPECT_EQ(next_check(100000), 106496);
    std::int64_t checks = 0;
    for (std::int64_t step = 0; step < 100000; step = next_check(step)) ++checks;
    EXPECT_EQ(checks, 61);
}

}  // namespace
}  // namespace wavesim
