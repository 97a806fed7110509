// SPDX-License-Identifier: MIT
#include "solvers/run/silent_field.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/run/exploding_rock.hpp"
#include "solvers/run/stability_watch.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/problem/memory_state.hpp"

namespace wavesim {
namespace {

/// A field that changes by as much at every node.
class Uniform : public StencilBackend {
  public:
    Uniform(std::int64_t step, double change) : step_(step), change_(change) {}
    void advance(std::int64_t) override {}
    std::int64_t step() const override { return step_; }
    void take_traces(std::vector<double>&) override {}
    void read(FieldLevel level, const NodeBox&, std::span<double> values) const override {
        std::ranges::fill(values, level == FieldLevel::current ? change_ : 0);
    }
    void write(FieldLevel, std::span<const double>) override {}
    FieldHealth health() const override { return {change_, 0, {}}; }

  private:
    std::vector<StateArray> state() override { return {}; }
    void resume() override {}
    std::int64_t step_;
    double change_;
};

/// A look at which the source of exploding_rock still sounds, and later ones at which it has been silent since the
/// last.
constexpr std::int64_t sounding = 512, silent = 640, later = 768, last = 896;

TEST(SilentField, CountsFromTheFirstLookAfterTheSources) {
    const Plan plan = test::exploding_rock(1.2);
    SilentField field(plan);

    EXPECT_FALSE(field.growth(Uniform(sounding, 3), 0));
    EXPECT_EQ(field.growth(Uniform(silent, 2), 0), 1);
    EXPECT_NEAR(field.growth(Uniform(later, 3), 0).value(), 2.25, 1e-9);
    EXPECT_NEAR(field.growth(Uniform(last, 1), 0).value(), 0.25, 1e-9);
}

/// A source is silent where its signal has at most 1e-4 of the loudest sample so far, the first one and those at the
/// last look included. Looks are at steps 0 (none yet), 8 and 16.
TEST(SilentField, AFirstSampleMayBeTheLoudest) {
    const auto grows = [](const std::vector<double>& signal) {
        Plan plan = test::exploding_rock(1.2);
        common_part(plan.problem).sources[0].signal = signal;
        SilentField field(plan);
        const bool first = field.growth(Uniform(8, 1), 0).has_value();
        const bool second = field.growth(Uniform(16, 1), 0).has_value();
        return std::pair(first, second);
    };
    std::vector<double> signal(20, 0.9e-4);
    signal[0] = -1;
    EXPECT_EQ(grows(signal), std::pair(false, true));
    for (const std::size_t late : {7U, 8U, 15U}) {
        std::vector<double> sounding_late = signal;
        sounding_late[late] = 1.1e-4;
        EXPECT_EQ(grows(sounding_late), std::pair(false, false)) << late;
    }
    std::vector<double> after = signal;
    after[6] = after[16] = 0.5;  // before the last look, and later than this one
    EXPECT_EQ(grows(after), std::pair(false, true));
    EXPECT_EQ(grows(std::vector<double>(20)), std::pair(false, false)) << "nothing has sounded yet";
}

/// What is left of a pulse that has long passed may be so little that nobody hears how it grows.
TEST(SilentField, CountsFromAHundredthOfWhatTheSourcesGave) {
    const Plan plan = test::exploding_rock(1.2);
    SilentField field(plan), in_units(plan);
    field.growth(Uniform(sounding, 0), 0);
    in_units.growth(Uniform(sounding, 0), 0);

    const double energy = 1e6 * in_units.growth(Uniform(silent, 1), 1e8).value();
    EXPECT_NEAR(field.growth(Uniform(silent, 1), 200 * energy).value(), 0.5, 1e-9);
    EXPECT_NEAR(field.growth(Uniform(later, 2), 200 * energy).value(), 2, 1e-9);
}

/// The axis of the four rocks differs, so the scheme has no energy law; the self-adjoint form has one.
TEST(SilentField, LooksAtSchemesWithoutAnEnergyLawAlone) {
    const Plan plan = test::exploding_rock(1.2, TtiForm::self_adjoint);
    SilentField field(plan);

    EXPECT_FALSE(field.growth(Uniform(silent, 2), 0));
    EXPECT_FALSE(field.growth(Uniform(later, 3), 0));
}

TEST(SilentField, EndsARunWhoseEnergyGrowsTwoAndAHalfTimes) {
    const Plan plan = test::exploding_rock(1.2);
    StabilityWatch watch(plan);
    watch.check(Uniform(sounding, 0));
    watch.check(Uniform(silent, 1));

    EXPECT_EQ(watch.check(Uniform(later, std::sqrt(2.4))), std::sqrt(2.4));
    EXPECT_THROW(watch.check(Uniform(last, std::sqrt(2.6))), UnstableError);
}

TEST(SilentField, ContinuesFromASavedState) {
    const Plan plan = test::exploding_rock(1.2);
    SilentField first(plan), second(plan);
    first.growth(Uniform(sounding, 0), 0);
    first.growth(Uniform(silent, 2), 0);

    test::MemoryState saved;
    save_state(saved, first.state());
    load_state(saved, second.state());
    EXPECT_NEAR(second.growth(Uniform(later, 3), 0).value(), 2.25, 1e-9);
}

}  // namespace
}  // namespace wavesim
