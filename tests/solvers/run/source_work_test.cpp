// SPDX-License-Identifier: MIT
#include "solvers/run/source_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "boundary/energy.hpp"
#include "physics/scene_builder.hpp"
#include "stencils/problem/memory_state.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using test::cell;

std::vector<double> field(const StencilBackend& backend, FieldLevel level, const Extent& grid) {
    std::vector<double> values(static_cast<std::size_t>(grid.nodes()));
    backend.read(level, {{0, 0, 0}, {grid.nx, grid.ny, grid.nz}}, values);
    return values;
}

/// The law of energy in a room without losses, its potential part from the host's own operator: m_i = 1 / factor.
double energy(const StencilProblem& problem, const std::vector<double>& before, const std::vector<double>& now) {
    std::vector<double> force(now.size());
    apply_stiffness(problem, before, force);
    double sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double mass = problem.speed.varies ? 1 / problem.factors.factor(static_cast<std::int64_t>(i)) : 1;
        const double change = now[i] - before[i];
        sum += mass * change * change / 2 + problem.courant * problem.courant * now[i] * force[i] / 2;
    }
    return sum;
}

/// A plan, its backend and what its sources have done until some step.
struct Watched {
    Plan plan;
    std::unique_ptr<StencilBackend> backend;
    std::unique_ptr<SourceWork> work;

    explicit Watched(const Scene& scene)
        : plan(test::plan_of(scene, Precision::float64)),
          backend(find_backend("cpu")->open(plan.problem, {})),
          work(std::make_unique<SourceWork>(plan)) {}

    void advance(std::int64_t steps) {
        const std::int64_t first = backend->step();
        backend->advance(steps);
        std::vector<double> all, at_sources;
        backend->take_traces(all);
        const std::size_t sources = plan.scene.sources.size(), receivers = plan.scene.receivers.size();
        for (std::size_t n = 0; n < static_cast<std::size_t>(steps); ++n)
            for (std::size_t s = 0; s < sources; ++s)
                at_sources.push_back(all.at(n * (receivers + sources) + receivers + s));
        work->add(first, steps, at_sources);
    }
    double energy_now() const {
        return energy(common_part(plan.problem), field(*backend, FieldLevel::previous, plan.grid()),
                      field(*backend, FieldLevel::current, plan.grid()));
    }
};

/// Two sources of two strengths, one of them between nodes.
Scene room_of_two() {
    Scene scene = test::small_room();
    scene.boundaries.walls = WallForm::half;  // all nodes weigh the same
    scene.sources.push_back(test::ricker({9.3 * cell, 8.8 * cell, 5.1 * cell}, 17));
    scene.sources[1].signal.amplitude_pa_m = -3;
    return scene;
}

/// At every step, while sources sound and afterwards.
void expect_energy_is_work(const Scene& scene, double rounding) {
    Watched run(scene);
    for (int look = 0; look < 12; ++look) {
        run.advance(7);
        const double energy = run.energy_now(), bound = run.work->most(run.backend->step());
        EXPECT_LE(energy, bound * (1 + rounding)) << look;
        run.advance(1);  // what the last force did shows in the step after it
        EXPECT_NEAR(run.work->done(), energy, rounding * bound) << look;
    }
    EXPECT_GT(run.work->done(), 0);
    EXPECT_LT(run.work->most(run.plan.decision.steps), 2 * run.work->done()) << "sources take some sound away";
}

TEST(SourceWork, IsTheEnergyOfARoomWithoutLosses) { expect_energy_is_work(room_of_two(), 1e-11); }

TEST(SourceWork, IsTheEnergyWhereTheSpeedVaries) {
    Scene scene = room_of_two();
    scene.medium.layers = Medium::Layers{2, {6 * cell}, {0.6 * test::sound_speed, test::sound_speed}, {}};
    expect_energy_is_work(scene, 1e-8);  // factors are float
}

TEST(SourceWork, BoundsTheEnergyOfLossyRoomsAndOfDensities) {
    Scene lossy = room_of_two();
    lossy.boundaries.side.fill(test::admittance(0.3));
    Watched quiet(lossy);
    quiet.advance(quiet.plan.decision.steps);
    EXPECT_LT(quiet.energy_now(), 0.5 * quiet.work->done());

    Scene dense = room_of_two();
    dense.grid.stencil.name = "leggy-2";
    dense.medium.layers = Medium::Layers{2, {6 * cell}, {test::sound_speed, 0.8 * test::sound_speed}, {1500.0, 1000.0}};
    Watched run(dense);
    run.advance(run.plan.decision.steps);
    const double kinetic = run.backend->health().change / 2;
    EXPECT_LT(kinetic, 1.2 * run.work->done());
    EXPECT_GT(kinetic, 0.1 * run.work->done());
}

/// A source in rock of one TTI medium with the scheme of 73 points, between sponges. Waves go so many
/// cells while it lasts.
Scene k73_scene(double epsilon, double delta, double tilt_deg = 20, double duration_cells = 40) {
    Scene scene = test::box_scene({50, 1, 46}, "auto", duration_cells * cell / test::sound_speed);
    for (const std::size_t s : {0U, 1U, 4U, 5U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = 20;
    }
    scene.tti = Anisotropy{};
    scene.tti->form = TtiForm::k73;
    scene.tti->absorber = Anisotropy::Absorber::sponge;
    scene.tti->around_source = Anisotropy::AroundSource::as_is;
    scene.tti->everywhere = {epsilon, delta, tilt_deg, 0};
    scene.sources = {test::ricker({8.3 * cell, 0, 30.4 * cell}, 12)};
    return scene;
}

/// 1/2 (Dp^2 / (1 + 2 delta) + Dq^2 / (2 (epsilon - delta))) is the kinetic energy of k73: the pressure p + q has at
/// most 1 + 2 epsilon times that. A sine so long that sound hardly leaves; the pressure at the source is not p.
TEST(SourceWork, BoundsTheEnergyOfK73) {
    for (const auto around : {Anisotropy::AroundSource::as_is, Anisotropy::AroundSource::elliptical}) {
        Scene scene = k73_scene(0.06, -0.03, 70, 340);
        scene.tti->around_source = around;
        scene.sources = {test::ricker({8.3 * cell, 0, 30.4 * cell}, 190)};
        scene.sources[0].signal.kind = SignalKind::sine;
        Watched run(scene);
        double most = 0;
        for (int look = 0; look < 20; ++look) {
            run.advance(run.plan.decision.steps / 20);
            most = std::max(most, run.backend->health().change / 2 / run.work->most(run.backend->step()));
        }
        EXPECT_LT(most, 1);
        EXPECT_GT(most, 0.01);
    }
}

/// With the first sample s_0 alone each node of a source moves by its weight w_i times s_0. The mass of p is
/// 1 / (1 + 2 delta), and the pressure has 1 + 2 epsilon: at most s_0^2 / 2 (1 + 2 epsilon) / (1 + 2 delta) sum w_i^2.
TEST(SourceWork, OfK73CountsWithDelta) {
    for (const auto& [epsilon, delta] : {std::pair(0.3, 0.1), std::pair(0.12, -0.15)}) {
        Plan plan = test::plan_of(k73_scene(epsilon, delta), Precision::float64);
        Injection& source = common_part(plan.problem).sources[0];
        source.signal = {0.7, -0.2};
        double squares = 0;
        for (const double w : source.at.weights) squares += w * w;

        const double lightest = (1 + 2 * epsilon) / (1 + 2 * delta);
        EXPECT_NEAR(SourceWork(plan).most(1) / (0.7 * 0.7 / 2 * lightest * squares), 1, 1e-6) << epsilon;
        EXPECT_NEAR(SourceWork(plan).most(2) / (0.2 * 0.2 / 2 * lightest * squares), 1, 1e-6) << epsilon;
        EXPECT_EQ(SourceWork(plan).most(3), 0);
    }
}

TEST(SourceWork, GoesOnFromASavedStep) {
    const Scene scene = room_of_two();
    Watched straight(scene), cut(scene);
    straight.advance(60);
    cut.advance(23);
    test::MemoryState state;
    save_state(state, cut.work->state());
    cut.work = std::make_unique<SourceWork>(cut.plan);
    load_state(state, cut.work->state());
    cut.advance(37);
    EXPECT_EQ(cut.work->done(), straight.work->done());
    EXPECT_EQ(cut.work->most(60), straight.work->most(60));
}

/// The second field of k73 hears a source by its weights, which have the sum 1, divided by 1 + 2 delta.
TEST(SourceWork, OfK73IsHeardInTheSecondField) {
    const auto heard = [](double delta) {
        const Plan plan = test::plan_of(k73_scene(0.25, delta), Precision::float64);
        const PointWeights& at = common_part(plan.problem).receivers.back();
        for (const double weight : at.weights) EXPECT_EQ(weight, 0);
        double sum = 0;
        for (const double weight : at.second_weights) sum += weight;
        return sum;
    };
    EXPECT_NEAR(heard(0.1) / heard(-0.15), (1 - 0.3) / (1 + 0.2), 1e-6);
}

}  // namespace
}  // namespace wavesim
