// SPDX-License-Identifier: MIT
#include "solvers/plan/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "solvers/accuracy/time_correction.hpp"
#include "solvers/medium/unit_doubts.hpp"
#include "solvers/plan/slab_choice.hpp"
#include "solvers/plan/writing_forecast.hpp"
#include "solvers/scene/ambisonic_receivers.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/model_grid.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/impulse_response.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/problem/receiver_nodes.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

/// Program, libraries, thread stacks and small allocations: resident size of a run of a tiny scene before it writes. If
/// a CUDA toolkit was present at build time, the text of the kernels and the CUDA runtime are part of the program. With
/// MPI the program has 1.5 MiB more, also where it runs alone.
#ifdef WAVESIM_CUDA
constexpr std::int64_t cuda_base = 6 << 17;
#else
constexpr std::int64_t cuda_base = 0;
#endif
#ifdef WAVESIM_MPI
constexpr std::int64_t mpi_base = 12 << 17;
#else
constexpr std::int64_t mpi_base = 0;
#endif
constexpr std::int64_t process_base = (164 << 17) + cuda_base + mpi_base;
/// Stack and thread-local memory used by a thread, for all threads after the first two.
constexpr std::int64_t thread_base = 20 << 10;
/// Memory that building walls and solids leaves in the heap, in addition to their lists. Runs of shipped rooms needed
/// 1.0 to 2.7 MB more than their parts, other runs from 1.4 less to 0.4 more.
constexpr std::int64_t walls_base = 12 << 17;
/// Host memory of the driver, the libraries of the run-time compiler and the context, with driver 580 and CUDA 13. A
/// run that compiled its sweep had 190 MiB, of which the compiler keeps 48 (CompilerMemory).
constexpr std::int64_t device_process_base = std::int64_t{190 - 48} << 20;

/// Interpolation weights of an off-grid receiver: 8^3 nodes, index and weight.
constexpr double point_bytes = 512 * 16;

template <class T>
std::int64_t bytes(const std::vector<T>& v) {
    return static_cast<std::int64_t>(v.size() * sizeof(T));
}

std::int64_t point_list_bytes(const PointWeights& point) {
    return bytes(point.nodes) + bytes(point.weights) + bytes(point.second_weights);
}

std::int64_t pass_bytes(const PassLists& lists) {
    const WallPasses& w = lists.walls;
    std::int64_t total = bytes(w.solids) + w.corrections.bytes() + bytes(w.explicit_walls.nodes) +
                         bytes(w.explicit_walls.laws) + bytes(w.branch_walls.nodes) + bytes(w.branch_walls.first) +
                         bytes(w.branch_walls.laws) + bytes(w.ports.nodes) + bytes(w.ports.rows);
    for (const Injection& s : lists.sources) total += bytes(s.signal) + point_list_bytes(s.at);
    return total + receiver_list_bytes(lists);
}

bool has_walls(const PassLists& lists) {
    const WallPasses& w = lists.walls;
    return !w.solids.empty() || !w.explicit_walls.nodes.empty() || !w.branch_walls.nodes.empty() || !w.ports.empty();
}

/// Memory that the allocator uses for a block of `bytes` (64-bit glibc: 8 more, in steps of 16, at least 32).
std::int64_t block_bytes(std::int64_t bytes) {
    return bytes == 0 ? 0 : std::max<std::int64_t>(32, (bytes + 8 + 15) / 16 * 16);
}

/// Heap memory of a text; short texts are stored in the object itself.
std::int64_t text_bytes(const std::string& text) {
    return text.size() < 16 ? 0 : block_bytes(static_cast<std::int64_t>(text.size()) + 1);
}

/// Memory left by an entry of a list of the scene: the positions of its keys in the file, and blocks freed after
/// reading. Measured with 20,000 and 40,000 entries of receivers.
constexpr std::int64_t entry_bytes = 1900;

/// Memory of receivers without their nodes and weights. They exist in the scene as read and as planned, as points, and
/// as weights of the plan and of the backend; their entries also leave memory. While the next shot of a survey is
/// planned, the plan of the previous shot also exists.
std::int64_t receiver_bytes(const PlanOutline& plan, const PassLists& lists) {
    const std::int64_t plans = shot_count(plan.scene) > 1 ? 2 : 1;
    std::int64_t total = 0;
    const std::string* key = nullptr;
    for (const ReceiverRequest& receiver : plan.scene.receivers) {
        if (key == nullptr || receiver.key != *key) total += entry_bytes;
        key = &receiver.key;
        total += (1 + plans) * (static_cast<std::int64_t>(sizeof(ReceiverRequest)) + text_bytes(receiver.name) +
                                text_bytes(receiver.key));
    }
    for (std::size_t r = 0; r < lists.receivers.size(); ++r) {
        const std::int64_t listed = 8 * receiver_nodes(lists, r);
        total += plans * static_cast<std::int64_t>(sizeof(PlannedPoint)) +
                 2 * (static_cast<std::int64_t>(sizeof(PointWeights)) + 2 * (block_bytes(listed) - listed));
    }
    return total;
}

/// Values per node of a medium, which the problem keeps in addition to the copy of the backend.
std::int64_t medium_bytes(const ProblemShape& shape) {
    const auto per_node = [&](const auto& kind) {
        return kind.host_bytes_per_node(shape.speed, shape.layers, shape.stencil.dims);
    };
    return std::visit(per_node, shape.medium) * shape.extent.nodes();
}

/// The same problem on a grid with another spacing, without lists.
StencilProblem bare_problem(const PlanOutline& plan, double scale) {
    StencilProblem problem{plan.decision.shape, {}, {}};
    const auto grown = [scale](std::int64_t n) {
        return n == 1 ? n : std::max<std::int64_t>(1, std::llround(static_cast<double>(n) / scale));
    };
    problem.extent = {grown(plan.grid().nx), grown(plan.grid().ny), grown(plan.grid().nz)};
    return problem;
}

constexpr double never_fits = std::numeric_limits<double>::infinity();

/// Lower bound of the peak memory on a grid whose spacing is `scale` times the planned one. `proposal` is for that
/// grid.
double least_bytes(const PlanOutline& plan, const ProblemShape& shape, const Proposal& proposal, double scale) {
    const auto fields = static_cast<double>(proposal.host_bytes + proposal.making_bytes + medium_bytes(shape));
    const double mask = plan.scene.any_solid() ? static_cast<double>(shape.extent.nodes()) : 0;
    return static_cast<double>(process_base) + std::max(fields, mask) + static_cast<double>(trace_bytes(plan)) / scale +
           static_cast<double>(plan.scene.receivers.size()) * point_bytes;
}

double least_bytes(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine, double scale) {
    const StencilProblem problem = bare_problem(plan, scale);
    const Proposal proposal = backend.propose(problem, machine);
    return proposal.why_not.empty() ? least_bytes(plan, problem, proposal, scale) : never_fits;
}

/// x rounded up to three significant digits.
double round_up(double x) {
    const double unit = std::pow(10.0, std::floor(std::log10(x)) - 2);
    return std::ceil(x / unit) * unit;
}

/// The needed memory, rounded up, and the free memory, rounded down, to three digits: the texts differ whenever the
/// bytes do.
std::pair<std::string, std::string> need_and_free(double need, double available) {
    const double unit = need < 0x1p30 ? 0x1p20 : 0x1p30;
    const auto text = [unit](double bytes, double (*rounded)(double)) {
        const double value = bytes / unit;
        const int digits = value < 10 ? 2 : value < 100 ? 1 : 0;
        const double scale = std::pow(10.0, digits);
        return fmt::format("{:.{}f} {}", rounded(value * scale) / scale, digits, unit == 0x1p20 ? "MiB" : "GiB");
    };
    return {text(need, std::ceil), text(available, std::floor)};
}

double least_device_bytes(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine, double scale) {
    const std::optional<std::int64_t> bytes = most_device_bytes(backend, bare_problem(plan, scale), machine);
    return bytes ? static_cast<double>(*bytes) : never_fits;
}

/// Factor by which the spacing must grow until the grid alone fits into the fraction `share` of a memory; no value if
/// it never fits.
std::optional<double> fitting_scale(double available, double share, const std::function<double(double scale)>& least) {
    double fits = 1;
    while (share * least(fits) > available && fits < 1e6) fits *= 1.002;
    return fits < 1e6 ? std::optional(fits) : std::nullopt;
}

/// Throws if `need` bytes of a memory are not free. `least` is the need of the grid alone; the additional need of walls
/// and solids is assumed to be proportional on coarser grids. `on_gpu` is the finest spacing for a GPU, if one is
/// unused.
void refuse_above(const PlanOutline& plan, double need, double available, const std::string& memory,
                  const std::function<double(double scale)>& least, std::optional<double> on_gpu = {}) {
    if (available <= 0 || need <= available) return;  // available 0: not known
    const std::optional<double> scale = fitting_scale(available, need / least(1), least);
    const auto [needed, free] = need_and_free(need, available);
    std::string sentence = fmt::format("the run needs {}{}, {} are free", needed, memory, free);
    for (const std::string& doubt : unit_doubts(plan.scene)) sentence += "; " + doubt;
    if (!scale)
        throw EnvironmentError(EnvironmentError::Kind::memory,
                               sentence + "; no grid fits, shorten the time or the list of receivers");
    std::string fits = fmt::format("{:.3g} m", round_up(*scale * plan.decision.spacing_m));
    if (on_gpu) fits = fmt::format("{:.3g} m on the GPU, and {} on the CPU", *on_gpu, fits);
    throw EnvironmentError(EnvironmentError::Kind::memory,
                           fmt::format("{}; the finest spacing that fits is {} (asked: {:.3g} m)", sentence, fits,
                                       plan.decision.spacing_m));
}

std::string device_memory_text(const Machine& machine) {
    const std::int64_t gpus = machine.gpu_count();
    return gpus == 1 ? " of device memory" : fmt::format(" of device memory on each of {} GPUs", gpus);
}

/// The same for the needs of both memories.
void expect_both(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine, double host,
                 double device, const BackendEntry* instead) {
    refuse_above(
        plan, host, static_cast<double>(machine.memory_available), "",
        [&](double scale) { return least_bytes(plan, backend, machine, scale); },
        instead == nullptr || host <= static_cast<double>(machine.memory_available)
            ? std::nullopt
            : finest_spacing(plan, *instead, machine));
    if (backend.on_gpu())
        refuse_above(plan, device, static_cast<double>(least_device_memory(machine)), device_memory_text(machine),
                     [&](double scale) { return least_device_bytes(plan, backend, machine, scale); });
}

}  // namespace

MemoryForecast forecast_memory(const PlanOutline& plan, const StencilProblem& problem, const BackendEntry& backend,
                               const Proposal& proposal, std::int64_t mask_bytes, const Machine& machine) {
    MemoryForecast memory;
    memory.fields = proposal.host_bytes;
    memory.making = proposal.making_bytes;
    memory.device = proposal.device_bytes;
    const SlabPlan& slabs = plan.decision.slabs;
    for (const PlannedSlab& one : slabs.slabs) memory.other_devices += one.memory_bytes;
    if (slabs.any()) memory.other_devices -= memory.device;
    if (backend.on_gpu() && plan.decision.snapshots && !slabs.any())
        memory.device += device_pages({read_bytes(plan.decision.snapshots->box, plan.decision.shape.precision)});
    memory.walls = pass_bytes(problem);
    memory.medium = medium_bytes(problem);
    if (slabs.any()) memory.making += memory.walls + memory.medium;  // the problems of the slabs
    for (const auto& grid : {plan.scene.medium.grid, plan.scene.medium.density_grid})
        if (grid) memory.medium += 4 * grid->values->extent.nodes();
    if (plan.scene.tti)
        for (const auto& grid : plan.scene.tti->grids)
            if (grid) memory.medium += 4 * grid->values->extent.nodes();
    if (const auto& physics = plan.scene.medium.physics)
        for (const Medium::Parameter& parameter : physics->parameters)
            if (parameter.grid) memory.medium += 4 * parameter.grid->values->extent.nodes();
    memory.geometry = mask_bytes + signal_bytes(plan);
    if (const auto& mesh = plan.decision.mesh) {
        // While triangles are looked at, there is neither a mask nor a list of walls, which total() adds.
        const std::int64_t making = signal_bytes(plan) + mesh->making_bytes() - memory.walls;
        memory.geometry = plan.scene.geometry->mesh->bytes() + std::max(memory.geometry + mesh->bytes(), making);
    }
    // The recorder keeps all traces. A comparison keeps the exact ones twice, in its table and in the result.
    memory.outputs = trace_bytes(plan);
    if (plan.scene.outputs.compare != ExactReference::none) memory.outputs += 2 * memory.outputs;
    memory.recording = recording_bytes(plan, machine.threads, backend.on_gpu()) + TraceCorrection::bytes(plan);
    memory.compiler = compiler_memory(proposal.texts, machine.gpu);
    memory.process = process_base + (backend.on_gpu() ? device_process_base : 0) + early_library_bytes(plan) +
                     (has_walls(problem) ? walls_base : 0) + std::max(0, machine.threads - 2) * thread_base +
                     receiver_bytes(plan, problem);
    memory.writing = writing_bytes(plan, machine.threads);
    memory.recording += waiting_state_bytes(plan, memory, machine);
    return memory;
}

/// Disk space of a file of `bytes` bytes, in complete blocks.
std::int64_t on_disk(std::int64_t bytes) { return (bytes + 4095) / 4096 * 4096; }

std::int64_t state_bytes(const PlanOutline& plan, const MemoryForecast& memory) {
    constexpr std::int64_t overhead = 64 << 10;  // the table, small arrays
    std::int64_t bytes = (memory.device > 0 ? memory.device + memory.other_devices : memory.fields + memory.walls) +
                         trace_bytes(plan) + overhead;
    if (plan.decision.snapshots && plan.scene.outputs.snapshots && plan.scene.outputs.snapshots->png)
        bytes += plan.decision.snapshots->count * plan.decision.snapshots->box.extent().nodes() *
                 static_cast<std::int64_t>(sizeof(float));
    return bytes;
}

std::int64_t waiting_state_bytes(const PlanOutline& plan, const MemoryForecast& memory, const Machine& machine) {
    constexpr std::int64_t least = 4 * most_state_part;
    if (!plan.scene.run.checkpoint) return 0;
    if (memory.device == 0) return least;
    return std::min(state_bytes(plan, memory), std::max(least, machine.memory_available / 2));
}

std::int64_t forecast_disk(const PlanOutline& plan) {
    constexpr std::int64_t result_overhead = 48 << 10;    // plan, scene, tables
    constexpr std::int64_t snapshot_overhead = 11 << 10;  // one VTKHDF file and its lines in the indexes
    constexpr std::int64_t shot_overhead = 8 << 10;       // one HDF5 file of traces
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    const std::int64_t value = bytes_of(plan.decision.shape.precision);
    const std::int64_t shots = shot_count(plan.scene);
    const bool survey = plan.scene.survey.has_value();
    // Until result.h5 is complete, the traces of a survey are in separate files.
    std::int64_t disk = result_overhead + plan.decision.steps * (shots * receivers * value * (survey ? 2 : 1) + 8) +
                        (plan.scene.medium.air ? plan.decision.steps * shots * receivers * value : 0) +
                        (survey ? shots * (receivers * 24 + shot_overhead) : 0) + receivers * 200;
    if (const auto& rir = plan.scene.outputs.rir) {
        const std::int64_t samples = ImpulseResponses::length(*rir, plan.scene.sources.at(0).signal,
                                                              plan.decision.steps, plan.decision.time_step_s);
        disk +=
            shots * receivers * (samples * value * (plan.scene.medium.air ? 2 : 1) + on_disk(80 + 4 * samples) + 40) +
            samples * 8;
        const auto ambisonic = static_cast<std::int64_t>(ambisonic_receivers(plan.scene.receivers).size());
        disk += shots * ambisonic * on_disk(80 + 4 * static_cast<std::int64_t>(ambisonic_channels) * samples);
    }
    if (const auto& metrics = plan.scene.outputs.metrics) {  // a band of a receiver in result.h5, CSV and JSON
        constexpr std::int64_t band_bytes = 1400, mean_datasets = 16 << 10;
        disk += (shots * receivers + 1) * (metrics->per_octave == 1 ? 8 : 24) * band_bytes + mean_datasets;
    }
    if (plan.decision.segy) disk += 3600 + shots * receivers * (240 + 4 * plan.decision.segy->samples);
    if (plan.scene.outputs.traces.gather)
        disk += shots * gather_file_bytes(receivers, *plan.scene.outputs.traces.gather);
    // The traces exist twice while the file with the comparison replaces the file without it.
    if (plan.scene.outputs.compare != ExactReference::none) disk += plan.decision.steps * (receivers * (8 + value) + 8);
    if (const auto rate = plan.scene.outputs.traces.wav_rate_hz) {
        const double recorded_s = static_cast<double>(plan.decision.steps) * plan.decision.time_step_s;
        const auto samples = static_cast<std::int64_t>(std::ceil(recorded_s * *rate)) + 1;
        disk += receivers * on_disk(80 + 4 * samples);
    }
    if (plan.decision.snapshots && plan.scene.outputs.snapshots) {
        const Extent n = plan.decision.snapshots->box.extent();
        // Planes are stored as slabs of two nodes.
        const std::int64_t nodes =
            std::max<std::int64_t>(n.nx, 2) * std::max<std::int64_t>(n.ny, 2) * std::max<std::int64_t>(n.nz, 2);
        const std::int64_t vtk = plan.scene.outputs.snapshots->vtk ? on_disk(nodes * value + snapshot_overhead) : 0;
        disk += shots * plan.decision.snapshots->count * (vtk + slice_file_bytes(plan));
        // Planes of a shot wait until the colour scale is known; on a GPU so do pictures that are drawn in advance.
        const std::int64_t ahead = plan.forecast.memory.device > 0 ? slice_file_bytes(plan) : 0;
        if (plan.scene.outputs.snapshots->png) disk += plan.decision.snapshots->count * (n.nodes() * 4 + ahead);
    }
    if (plan.scene.run.checkpoint) disk += 2 * state_bytes(plan, plan.forecast.memory);
    return disk;
}

std::optional<double> finest_spacing(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine) {
    double coarsest = 1;
    const auto must_hold = [&](double available, const std::function<double(double scale)>& least) {
        const std::optional<double> scale = available > 0 ? fitting_scale(available, 1, least) : 1;
        if (scale) coarsest = std::max(coarsest, *scale);
        return scale.has_value();
    };
    const auto host = [&](double scale) { return least_bytes(plan, backend, machine, scale); };
    const auto device = [&](double scale) { return least_device_bytes(plan, backend, machine, scale); };
    if (!must_hold(static_cast<double>(machine.memory_available), host)) return std::nullopt;
    if (backend.on_gpu() && !must_hold(static_cast<double>(least_device_memory(machine)), device)) return std::nullopt;
    return round_up(coarsest * plan.decision.spacing_m);
}

void expect_memory_for_grid(const PlanOutline& plan, const BackendEntry& backend, const Proposal& proposal,
                            const Machine& machine, const BackendEntry* instead) {
    if (!machine.other_gpus.empty()) {  // the proposal is that of slabs
        expect_both(plan, backend, machine, least_bytes(plan, backend, machine, 1),
                    backend.on_gpu() ? least_device_bytes(plan, backend, machine, 1) : 0, instead);
        return;
    }
    expect_both(plan, backend, machine, least_bytes(plan, plan.decision.shape, proposal, 1),
                backend.on_gpu() ? static_cast<double>(proposal.device_bytes) : 0, instead);
}

void expect_memory(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine,
                   const BackendEntry* instead) {
    expect_both(plan, backend, machine, static_cast<double>(plan.forecast.memory.total()),
                static_cast<double>(plan.forecast.memory.device), instead);
}

}  // namespace wavesim
