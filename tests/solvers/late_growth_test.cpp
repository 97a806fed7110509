// SPDX-License-Identifier: MIT
#include "solvers/late_growth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/anisotropy.hpp"
#include "solvers/loudest_sound.hpp"
#include "stencils/memory_state.hpp"

namespace wavesim {
namespace {

using test::cell;

constexpr std::int64_t steps = 4000;

/// A small room whose pulse is over after a tenth of the run.
Plan long_run() {
    Scene scene = test::small_room();
    const Plan one = test::plan_of(scene);
    scene.duration_s = steps * one.decision.time_step_s;
    return test::plan_of(scene);
}

/// Shows a watch steps [from, until) of traces made of the share of the run that has gone by; receiver "b" hears a
/// decaying tone.
void show(LateGrowthWatch& watch, const std::function<double(double)>& trace_of_a, std::int64_t from,
          std::int64_t until) {
    std::vector<double> chunk;
    for (std::int64_t first = from; first < until; first += 7) {
        const std::int64_t count = std::min<std::int64_t>(7, until - first);
        chunk.clear();
        for (std::int64_t n = first; n < first + count; ++n) {
            const double t = static_cast<double>(n) / static_cast<double>(steps);
            chunk.insert(chunk.end(), {trace_of_a(t), std::exp(-3 * t) * std::sin(300 * t)});
        }
        watch.add(first, count, chunk);
    }
}

LateGrowth found(const Plan& plan, const std::function<double(double)>& trace_of_a, std::int64_t until = steps) {
    LateGrowthWatch watch(plan);
    show(watch, trace_of_a, 0, until);
    return watch.found();
}

double pulse(double t, double at) { return std::exp(-std::pow((t - at) / 0.01, 2)) * std::cos(200 * (t - at)); }

TEST(LateGrowth, FindsFieldsThatGrow) {
    const Plan plan = long_run();
    ASSERT_EQ(plan.decision.steps, steps);
    EXPECT_EQ(LateGrowthWatch::bytes(plan), 2 * 27 * 8) << "two receivers";
    const auto grown = [](double rate, double at_the_end) {
        return [=](double t) {
            return pulse(t, 0.1) + 0.01 * std::sin(170 * t) + at_the_end * std::exp(rate * (t - 1)) * std::sin(250 * t);
        };
    };
    for (const auto& [rate, at_the_end] : {std::pair(8.0, 3.0), {16.0, 3.0}, {16.0, 0.5}, {50.0, 100.0}}) {
        const LateGrowth growth = found(plan, grown(rate, at_the_end));

        EXPECT_EQ(growth.traces, 1) << rate << ", " << at_the_end;
        EXPECT_EQ(growth.receiver, "a");
    }
    EXPECT_EQ(found(plan, grown(16, 3), steps - 1).traces, 0) << "of a run that was stopped";
    EXPECT_EQ(found(plan, grown(16, 1e-3)).traces, 0) << "nobody hears it";
    for (const double at_the_end : {0.5, 3.0, 30.0}) EXPECT_EQ(found(plan, grown(2, at_the_end)).traces, 1) << "slowly";
    EXPECT_EQ(found(plan, grown(1, 3)).traces, 0) << "so slowly that it may be a beat";
}

/// Two modes that grow and beat: no steady growth from part to part.
TEST(LateGrowth, FindsGrowthThatBeats) {
    const Plan plan = long_run();
    for (const double beats : {40.0, 70.0, 110.0}) {
        const auto trace = [&](double t) {
            return pulse(t, 0.1) + 0.002 * std::exp(6.5 * t) * (1 + 0.9 * std::sin(beats * t)) * std::sin(250 * t);
        };
        EXPECT_EQ(found(plan, trace).traces, 1) << beats;
    }
    const auto quiet = [](double t) { return pulse(t, 0.1) + 1e-5 * std::exp(6.5 * t) * std::sin(250 * t); };
    EXPECT_EQ(found(plan, quiet).traces, 0);
}

TEST(LateGrowth, LeavesLateArrivalsAlone) {
    const Plan plan = long_run();
    for (double at = 0.75; at < 1.05; at += 0.005) {
        EXPECT_EQ(found(plan, [&](double t) { return 3 * pulse(t, at); }).traces, 0) << "after silence, at " << at;
        EXPECT_EQ(found(plan, [&](double t) { return pulse(t, 0.1) + 3 * pulse(t, at); }).traces, 0) << at;
        EXPECT_EQ(
            found(plan, [&](double t) { return pulse(t, 0.1) + 0.01 * std::sin(170 * t) + 3 * pulse(t, at); }).traces,
            0)
            << at;
    }
}

/// What was swelling slowly by itself is no growth of the field with an arrival on top.
TEST(LateGrowth, LeavesArrivalsInSwellingSoundAlone) {
    const Plan plan = long_run();
    for (const double begin : {0.7, 0.75})
        for (const double swelling : {0.02, 0.05})
            for (double at = 0.97; at < 0.995; at += 0.005) {
                const auto trace = [=](double t) {
                    return pulse(t, 0.1) + swelling * std::max(0.0, t - begin) * std::sin(300 * t) + 3 * pulse(t, at);
                };
                EXPECT_EQ(found(plan, trace).traces, 0) << begin << ", " << swelling << ", " << at;
            }
}

TEST(LateGrowth, LeavesBeatsAndSteadySoundAlone) {
    const Plan plan = long_run();
    for (double phase = 0; phase < std::numbers::pi; phase += 0.1)
        EXPECT_EQ(found(plan, [&](double t) { return std::sin(4 * t + phase) * std::sin(300 * t); }).traces, 0)
            << phase;
    EXPECT_EQ(found(plan, [](double t) { return std::sin(300 * t); }).traces, 0);
    for (double begin = -0.3; begin < 0.3; begin += 0.02)
        for (const double rate : {0.3, 1.0, 1.5}) {
            const auto beat = [=](double t) {
                return pulse(t, 0.1) + (t > begin ? std::sin(rate * (t - begin)) * std::sin(300 * t) : 0.0);
            };
            EXPECT_EQ(found(plan, beat).traces, 0) << begin << ", " << rate;
        }
    for (double begin = 0.1; begin < 1; begin += 0.005) {
        Plan late = long_run();
        late.scene.sources[0].signal.delay_s = begin * late.scene.duration_s;
        for (const double sound : {0.0, 0.01, 0.3}) {
            const auto ramp = [=](double t) { return 5 * std::max(0.0, t - begin) + sound * std::sin(300 * t); };
            EXPECT_EQ(found(late, ramp).traces, 0) << "the mean pressure of a closed room, from " << begin;
        }
    }
}

TEST(LateGrowth, SaysNothingWhileSourcesSoundOrTheDirectSoundIsOnItsWay) {
    const auto growing = [](double t) { return pulse(t, 0.1) + 3 * std::exp(16 * (t - 1)) * std::sin(250 * t); };
    Plan plan = long_run();
    plan.decision.slowest_m_s /= 400;
    EXPECT_EQ(found(plan, growing).traces, 0) << "direct sound on its way";

    plan = long_run();
    plan.scene.sources[0].signal.kind = SignalKind::sine;
    EXPECT_EQ(found(plan, growing).traces, 0) << "a tone";

    plan = long_run();
    plan.scene.sources[0].signal.frequency_hz /= 20;
    EXPECT_EQ(found(plan, growing).traces, 0) << "a pulse as long as the last fifth";
}

/// Whether it shows in the fifths of the run or in the parts of the last one.
TEST(LateGrowth, GoesOnFromASavedStep) {
    const Plan plan = long_run();
    const auto at_the_end = [](double t) { return pulse(t, 0.1) + 3 * std::exp(16 * (t - 1)) * std::sin(250 * t); };
    const auto all_along = [](double t) { return pulse(t, 0.1) + 0.002 * std::exp(6.5 * t) * std::sin(250 * t); };
    for (const std::function<double(double)>& trace : {std::function<double(double)>(at_the_end), {all_along}})
        for (const std::int64_t step : {700, 2801, 3500, 3990}) {
            LateGrowthWatch before(plan);
            show(before, trace, 0, step);
            test::MemoryState state;
            before.save(state);
            LateGrowthWatch after(plan);
            after.load(state);
            show(after, trace, step, steps);

            EXPECT_EQ(after.found().traces, 1) << step;
            EXPECT_EQ(after.found().receiver, "a");
        }
}

/// Growth that begins only in the last fifth, after a late pulse: each part must have 1.1 times the RMS of the one
/// before, and the last two parts twice that of the first two.
TEST(LateGrowth, ShowsInTheLastFifthAlone) {
    Plan plan = long_run();
    plan.scene.sources[0].signal.delay_s = 0.5 * plan.scene.duration_s;
    const auto growing = [](const std::array<double, 5>& rms) {
        return [=](double t) {
            const auto part = static_cast<std::size_t>(std::clamp((t - 0.8) / 0.04, 0.0, 4.5));
            return pulse(t, 0.55) + (t < 0.8 ? 0.01 : 3 * rms[part]) * std::sin(2500 * t);
        };
    };
    const auto parts = [&](double first, double later) {
        return found(plan, growing({1, first, first * later, first * later * later, first * later * later * later}))
            .traces;
    };

    EXPECT_EQ(parts(1.28, 1.28), 1);
    EXPECT_EQ(parts(1.15, 1.6), 1);
    EXPECT_EQ(parts(1.05, 1.6), 0);
    EXPECT_EQ(parts(1.2, 1.2), 0) << "1.2^3 < 2";
}

/// Pulses of a third of the run: five windows of half a pulse are left of it.
TEST(LateGrowth, FindsExplosionsAfterLongPulses) {
    Plan plan = long_run();
    plan.scene.sources[0].signal.frequency_hz /= 12;
    const auto growing = [](double rate) {
        return [=](double t) { return 0.01 * std::sin(40 * t) + std::exp(rate * (t - 0.6)) * std::sin(250 * t); };
    };

    const LateGrowth growth = found(plan, growing(12));
    EXPECT_EQ(growth.traces, 1);
    EXPECT_NEAR(growth.factor, std::exp(12 * 3 * 0.135), 0.1 * growth.factor) << "over three windows";
    EXPECT_EQ(found(plan, growing(2)).traces, 0) << "no louder than an arrival";
    for (double at = 0.2; at < 1.1; at += 0.01) {
        const auto arrival = [=](double t) {
            const double a = std::pow(7 * (t - at), 2);
            return 0.01 * std::sin(40 * t) + (1 - 2 * a) * std::exp(-a);
        };
        EXPECT_EQ(found(plan, arrival).traces, 0) << "a long pulse that arrives at " << at;
    }
}

/// Growth that rises out of the direct sound in the last fifth only, as k73 makes it where the tilt varies.
TEST(LateGrowth, FindsExplosionsThatHaveJustBegun) {
    Plan plan = long_run();
    plan.scene.sources[0].signal.frequency_hz /= 12;
    const auto growing = [](double loudest) {
        return [=](double t) { return pulse(t, 0.5) + loudest * std::exp(40 * (t - 1)) * std::sin(250 * t); };
    };
    EXPECT_EQ(found(plan, growing(30)).traces, 0) << "any other scheme would need more of it";

    plan.scene.tti = Anisotropy{};
    plan.scene.tti->form = TtiForm::k73;
    plan.scene.tti->boxes = {{{}, {1, 1, 1}, {0.2, 0.1, 30, 0}}, {{}, {1, 1, 1}, {0.2, 0.1, 0, 0}}};
    ASSERT_TRUE(k73_may_grow(plan.scene));
    EXPECT_TRUE(found(plan, growing(30)).unstable);
    EXPECT_EQ(found(plan, growing(2)).traces, 0) << "an echo";
    EXPECT_EQ(found(plan, [](double t) { return pulse(t, 0.5) + 5 * pulse(t, 0.82); }).traces, 0) << "an arrival";
}

/// Where an energy forbids it, growth that shows in traces alone is only warned of.
TEST(LateGrowth, EndsRunsWhereNoSourceExplainsIt) {
    Plan plan = long_run();
    const auto grown = [](double rate) {
        return [=](double t) { return pulse(t, 0.1) + 3 * std::exp(rate * (t - 1)) * std::sin(250 * t); };
    };
    ASSERT_TRUE(keeps_energy(plan));
    EXPECT_EQ(found(plan, grown(16)).traces, 1);
    EXPECT_FALSE(found(plan, grown(16)).unstable);

    plan.scene.boundaries.kind[0] = SideKind::absorbing;
    ASSERT_FALSE(keeps_energy(plan));
    EXPECT_TRUE(found(plan, grown(16)).unstable);
    const LateGrowth slow = found(plan, grown(1.7));
    EXPECT_EQ(slow.traces, 1);
    EXPECT_LT(slow.factor, 3);
    EXPECT_FALSE(slow.unstable) << "less than threefold";

    plan.scene.boundaries.kind[0] = SideKind::wall;
    plan.scene.tti = Anisotropy{};
    plan.scene.tti->form = TtiForm::k73;
    EXPECT_FALSE(keeps_energy(plan));
}

TEST(LateGrowth, IsToldOfTracesThatNoEnergyExplainsWhileSourcesSound) {
    Plan plan = long_run();
    plan.scene.sources[0].signal.kind = SignalKind::sine;
    const double loudest = LoudestSound(plan).at(0);
    const auto tone = [=](double times) { return [=](double t) { return times * loudest * std::sin(250 * t); }; };

    EXPECT_EQ(found(plan, tone(1)).traces, 0);
    const LateGrowth growth = found(plan, tone(4));
    EXPECT_EQ(growth.traces, 1);
    EXPECT_TRUE(growth.too_loud);
    EXPECT_TRUE(growth.unstable);
    EXPECT_EQ(growth.factor, 0);
}

TEST(LateGrowth, WarnsInOneSentence) {
    EXPECT_EQ(late_growth_warning({}, 1), "");
    EXPECT_EQ(
        late_growth_warning({1, 0, "a", 2.51}, 1),
        "the trace of receiver 'a' grows 2.5-fold at the end of the run, though every source has ended: the field "
        "is not stable, so do not trust it");
    EXPECT_EQ(late_growth_warning({3, 1, "a", 4000}, 4),
              "3 traces (that of receiver 'a' of shot 2 is the first) grow more than 1000-fold at the end of the run, "
              "though every source has ended: the field is not stable, so do not trust it");
    EXPECT_EQ(
        late_growth_warning({1, 0, "a", 0, true, true}, 1),
        "the trace of receiver 'a' is louder than the energy of the sources allows: the field is not stable, so do "
        "not trust it");
}

/// Shots are told from each other, and counted together.
TEST(LateGrowth, OfASurveyIsThatOfAllShots) {
    RunReport sum, quiet, loud;
    quiet.steps_done = loud.steps_done = 10;
    loud.growth = {2, 1, "a", 2.5, false, true};
    add_shot(sum, quiet, 1);
    add_shot(sum, loud, 1);
    loud.growth.shot = 2;
    add_shot(sum, loud, 1);

    EXPECT_EQ(sum.growth.traces, 4);
    EXPECT_EQ(sum.growth.shot, 1);
    EXPECT_EQ(sum.growth.factor, 2.5);
    EXPECT_TRUE(sum.growth.unstable);
}

}  // namespace
}  // namespace wavesim
