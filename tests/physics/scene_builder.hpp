// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "physics/tested_backend.hpp"
#include "solvers/accuracy/comparison.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/run/simulation.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::test {

/// An empty rigid box of the given size in cells of 1/16 m, c = 256 m/s (both exact in binary).
inline constexpr double cell = 1.0 / 16;
inline constexpr double sound_speed = 256;

inline Scene box_scene(Extent cells, const std::string& stencil, double duration_s) {
    Scene scene;
    scene.name = "box";
    scene.dims = cells.ny == 1 ? 2 : 3;
    scene.size_m = {static_cast<double>(cells.nx) * cell, scene.dims == 2 ? 0 : static_cast<double>(cells.ny) * cell,
                    static_cast<double>(cells.nz) * cell};
    scene.grid.spacing_m = cell;
    scene.grid.stencil.name = stencil;
    scene.medium.sound_speed_m_s = sound_speed;
    scene.duration_s = duration_s;
    scene.outputs.traces.time_correction = TimeCorrection::off;  // what the scheme itself does
    return scene;
}

/// Ricker source with that many points per wavelength at its peak frequency.
inline SourceRequest ricker(Point at, double points_per_wavelength) {
    SourceRequest source;
    source.name = "source";
    source.position = at;
    source.signal.kind = SignalKind::ricker;
    source.signal.frequency_hz = sound_speed / (points_per_wavelength * cell);
    return source;
}

inline ReceiverRequest receiver(const std::string& name, Point at) {
    ReceiverRequest r;
    r.name = name;
    r.position = at;
    return r;
}

inline SurfaceLaw law_of(SurfaceLaw::Kind kind, double value) {
    SurfaceLaw law;
    law.kind = kind;
    law.value = value;
    return law;
}
inline SurfaceLaw admittance(double g) { return law_of(SurfaceLaw::Kind::admittance, g); }
inline SurfaceLaw absorbing(double alpha) { return law_of(SurfaceLaw::Kind::absorption, alpha); }

/// A rigid room of 20 x 16 x 12 cells for 0.1 s, its source and receivers "a" and "b" off the nodes' symmetry.
inline Scene small_room(const std::string& stencil = "leggy-1") {
    Scene scene = box_scene({20, 16, 12}, stencil, 0.1);
    scene.sources = {ricker({5.5 * cell, 4.5 * cell, 3.5 * cell}, 26)};
    scene.receivers = {receiver("a", {14.5 * cell, 9.5 * cell, 7.5 * cell}), receiver("b", {2 * cell, cell, cell})};
    return scene;
}

/// Centre of a node, m.
inline Point node(double x, double y, double z) { return {(x + 0.5) * cell, (y + 0.5) * cell, (z + 0.5) * cell}; }

/// Keeps everything that a run produces.
class MemoryRecorder : public Recorder {
  public:
    void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) override {
        chunks.push_back({first_step, steps});
        samples.insert(samples.end(), values.begin(), values.end());
    }
    double correct_traces(const TraceCorrection& correction) override { return correction(samples); }
    void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) override {
        snapshots.push_back({index, step, {values.begin(), values.end()}});
    }
    /// It holds nothing back: only how many samples it has.
    void save(StateSink& sink) override {
        auto received = samples_before + static_cast<std::int64_t>(samples.size());
        save_state(sink, {state_value("received", received)});
    }
    void load(StateSource& source) override { load_state(source, {state_value("received", samples_before)}); }
    struct Chunk {
        std::int64_t first_step;
        std::int64_t steps;
    };
    struct Snapshot {
        std::int64_t index;
        std::int64_t step;
        std::vector<double> values;
    };
    std::vector<Chunk> chunks;
    std::int64_t samples_before = 0;  ///< of the run whose state was loaded
    std::vector<double> samples;
    std::vector<Snapshot> snapshots;
};

inline Machine small_machine() {
    Machine machine;
    machine.threads = 2;
    machine.memory_total = std::int64_t{8} << 30;
    machine.memory_available = std::int64_t{8} << 30;
    machine.gpu = tested_gpu();
    return machine;
}

inline Plan plan_of(const Scene& scene, Precision precision = Precision::float64) {
    PlanOptions options;
    options.precision = precision;
    return make_plan(scene, small_machine(), options);
}

/// `key: message` of every fault of a scene.
inline std::vector<std::string> faults_of(const Scene& scene) {
    std::vector<std::string> list;
    try {
        check_plan(scene, small_machine(), {});
    } catch (const SceneError& error) {
        for (const Fault& fault : error.faults()) list.push_back(fault.key + ": " + fault.message);
    }
    return list;
}

/// A run that small grids do on one thread: results are the same, and a barrier per step costs more than it saves.
inline RunReport run(const Plan& plan, Recorder& recorder) {
    RunControl control;
    control.backend.threads = plan.grid().nodes() > 1500000 ? 2 : 1;
    return simulate(plan, recorder, control);
}

/// Samples (step, receiver) of a whole run.
inline std::vector<double> run(const Plan& plan) {
    MemoryRecorder recorder;
    run(plan, recorder);
    return recorder.samples;
}

/// Largest difference of the traces in float to those in double, over the loudest sound.
inline double rounding_of(const Scene& scene) {
    const std::vector<double> rounded = run(plan_of(scene, Precision::float32));
    const std::vector<double> exact = run(plan_of(scene, Precision::float64));
    double peak = 0;
    double difference = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        peak = std::max(peak, std::abs(exact[i]));
        difference = std::max(difference, std::abs(exact[i] - rounded[i]));
    }
    return difference / peak;
}

/// A whole run against the exact solution that its scene asks for.
inline Comparison compare(const Scene& scene, Precision precision = Precision::float64) {
    const Plan plan = plan_of(scene, precision);
    return compare_with_exact(plan, run(plan));
}

}  // namespace wavesim::test
