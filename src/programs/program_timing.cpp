// SPDX-License-Identifier: MIT
#include "programs/program_timing.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "programs/blocking_model.hpp"
#include "programs/reference.hpp"
#include "stencils/measure/joules.hpp"
#include "stencils/measure/stepper.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

namespace {

constexpr double tuning_seconds = 0.02;

void compile_all(const StencilProgram& program, Precision precision, const Gpu& gpu,
                 const std::vector<BlockingConfiguration>& candidates, int threads) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < candidates.size(); i = next++) try {
                compile_program(program, candidates[i], precision, gpu.index);
            } catch (const KernelError&) {
                // The measurement reports the failure, or another configuration is chosen.
            }
    };
    std::vector<std::jthread> team;
    for (int i = 0; i < std::max(1, threads); ++i) team.emplace_back(work);
}

}  // namespace

double program_error(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
                     int device, int threads) {
    const Extent inner = program.dims == 3 ? Extent{149, 61, 67} : Extent{701, 1, 301};
    const int iterations = 2 * configuration.levels + 1;
    const std::vector<float> start = sample_field<float>(ProgramField(program, inner), 9);
    std::vector<double> exact(start.begin(), start.end());
    const auto runner = make_program_runner(program, inner, configuration, precision, device);
    runner->set(exact);
    runner->run(iterations);
    const std::vector<double> found = runner->values();
    run_reference(program, inner, exact, iterations, threads);
    double error = 0;
    double most = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        if (!std::isfinite(found[i])) return std::numeric_limits<double>::infinity();
        error = std::max(error, std::abs(found[i] - exact[i]));
        most = std::max(most, std::abs(exact[i]));
    }
    return error / most;
}

ProgramTiming measure_program(const StencilProgram& program, const Extent& extent,
                              const BlockingConfiguration& configuration, Precision precision, const Gpu& gpu,
                              int iterations, int repeats, int threads) {
    ProgramTiming row;
    row.program = program.name;
    row.dims = program.dims;
    row.radius = program.radius();
    row.extent = extent;
    row.precision = precision;
    row.configuration = configuration;
    row.iterations = iterations;
    row.flops = program.flops;
    row.error = program_error(program, configuration, precision, gpu.index, threads);
    const auto runner = make_program_runner(program, extent, configuration, precision, gpu.index);
    runner->set_sample();
    runner->run(iterations);
    std::vector<double> seconds;
    for (int i = 0; i < std::max(1, repeats); ++i) seconds.push_back(runner->run(iterations));
    row.seconds = median(seconds);
    row.nodes_per_s = static_cast<double>(extent.nodes()) * iterations / row.seconds;
    row.predicted_nodes_per_s = 1 / predicted_ctpn(program, extent, configuration, precision, gpu);
    const bool all_planes = configuration.sums == SumScheme::whole && reads_diagonals(program.formula);
    row.stores_per_node = all_planes ? 1 + 2 * row.radius : 1;
    row.facts = runner->facts();
    return row;
}

std::optional<double> measure_program_energy(const StencilProgram& program, const Extent& extent,
                                             const BlockingConfiguration& configuration, Precision precision,
                                             const Gpu& gpu, int iterations) {
    const auto read = [&gpu] { return read_energy(gpu.index); };
    if (!read().joules) return {};
    const auto runner = make_program_runner(program, extent, configuration, precision, gpu.index);
    runner->set_sample();
    runner->run(iterations);
    const std::optional<double> joules = joules_per_unit(
        read,
        [&] {
            return WorkDone{iterations, runner->run(iterations)};
        },
        1.0);
    return joules ? std::optional(*joules / static_cast<double>(extent.nodes())) : std::nullopt;
}

std::vector<BlockingConfiguration> tuning_candidates(const StencilProgram& program, const Extent& extent,
                                                     Precision precision, const Gpu& gpu, int tries) {
    std::vector<BlockingConfiguration> candidates;
    for (const RankedConfiguration& ranked : rank_configurations(program, extent, precision, gpu)) {
        if (candidates.size() >= static_cast<std::size_t>(std::max(1, tries))) break;
        const BlockingConfiguration& c = ranked.configuration;
        const bool alike = std::ranges::any_of(candidates, [&c](const BlockingConfiguration& other) {
            BlockingConfiguration same = other;
            same.stream = c.stream;
            return same == c;
        });
        if (!alike) candidates.push_back(c);
    }
    return candidates;
}

BlockingConfiguration tune_program(const StencilProgram& program, const Extent& extent, Precision precision,
                                   const Gpu& gpu, const std::vector<BlockingConfiguration>& candidates, int threads) {
    compile_all(program, precision, gpu, candidates, threads);
    double best = std::numeric_limits<double>::infinity();
    std::optional<BlockingConfiguration> fastest;
    std::string last_fault = "no configuration fits the program " + program.name;
    for (const BlockingConfiguration& candidate : candidates) try {
            const auto runner = make_program_runner(program, extent, candidate, precision, gpu.index);
            runner->set_sample();
            const double one = runner->run(candidate.levels);
            const int passes = std::max(1, static_cast<int>(tuning_seconds / std::max(one, 1e-6)));
            const double time = runner->run(passes * candidate.levels) / (passes * candidate.levels);
            if (time < best) best = time, fastest = candidate;
        } catch (const KernelError& error) {
            last_fault = error.what();
        }
    if (!fastest) throw KernelError(last_fault);
    return *fastest;
}

}  // namespace wavesim
