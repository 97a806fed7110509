// SPDX-License-Identifier: MIT
#include "stencils/measure/step_error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stencils/measure/sample_medium.hpp"
#include "stencils/measure/stepper.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t error_steps = 20;

std::vector<double> field_after(const Problem& problem, const BackendEntry& backend, const BackendOptions& options,
                                const std::vector<double>& start) {
    const std::unique_ptr<StencilBackend> running = backend.open(problem, options);
    running->write(FieldLevel::previous, start);
    running->write(FieldLevel::current, start);
    running->advance(error_steps);
    std::vector<double> field(start.size());
    const Extent& n = common_part(problem).extent;
    running->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, field);
    return field;
}

/// The layers of a problem on a grid of another size.
AbsorbingLayers layers_on(const Extent& extent, AbsorbingLayers layers) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto resize = [&](std::vector<double>& table) {
            if (table.empty()) return;
            std::vector<double> other(static_cast<std::size_t>(extent.along(axis)), table[table.size() / 2]);
            std::copy_n(table.begin(), layers.of(axis, false), other.begin());
            std::copy_n(table.rbegin(), layers.of(axis, true), other.rbegin());
            table = std::move(other);
        };
        resize(layers.decay[static_cast<std::size_t>(axis)]);
        resize(layers.gain[static_cast<std::size_t>(axis)]);
    }
    return layers;
}

}  // namespace

std::optional<double> measure_error(const ProblemShape& shape, const BackendEntry& backend,
                                    const BackendOptions& options, const Machine& machine) {
    ProblemShape small = shape;
    const bool flat = shape.stencil.dims == 2;
    small.extent = {160, flat ? 1 : 48, flat ? 48 : 40};
    const auto& width = shape.layers.width;
    small.extent.nx += width[0] + width[1];
    small.extent.ny += width[2] + width[3];
    small.extent.nz += width[4] + width[5];
    small.layers = layers_on(small.extent, shape.layers);
    const Problem problem = any_sample_problem(small);
    Problem exact = problem;
    common_part(exact).precision = Precision::float64;
    const BackendEntry& cpu = *find_backend("cpu");
    const Proposal proposal = backend.propose(common_part(problem), machine);
    if (!proposal.why_not.empty() || !cpu.propose(common_part(exact), machine).why_not.empty()) return {};
    if (!options.tile.empty()) {
        const std::vector<std::string>& tiles = proposal.tiles;
        if (std::find(tiles.begin(), tiles.end(), options.tile) == tiles.end()) return {};
    }

    std::vector<double> start = noise(common_part(problem));
    for (double& value : start) value = static_cast<double>(static_cast<float>(value));  // exact in both precisions
    BackendOptions on_cpu;
    on_cpu.threads = options.threads;
    const std::vector<double> expected = field_after(exact, cpu, on_cpu, start);
    const std::vector<double> found = field_after(problem, backend, options, start);
    double difference = 0;
    double size = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        difference += (found[i] - expected[i]) * (found[i] - expected[i]);
        size += expected[i] * expected[i];
    }
    return std::sqrt(difference / size);
}

}  // namespace wavesim
