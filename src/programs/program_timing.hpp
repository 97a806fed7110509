// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "programs/blocking_choice.hpp"
#include "programs/program_runner.hpp"
#include "stencils/backend/gpu.hpp"

namespace wavesim {

/// A program in one configuration on a GPU. Nodes are those without the ring; FLOP per node are counted by its source.
struct ProgramTiming {
    std::string program;
    std::string kind;  ///< how the configuration was found: tuned, sconf, stencilgen, given, sweep
    std::string key;   ///< what was asked for; rows with the same can stand for each other
    int dims = 3;
    int radius = 0;
    Extent extent;
    Precision precision = Precision::float32;
    BlockingConfiguration configuration;
    int iterations = 0;
    int flops = 0;
    double seconds = 0;  ///< of all iterations, median of the repeats
    double nodes_per_s = 0;
    double predicted_nodes_per_s = 0;
    double floor_nodes_per_s = 0;  ///< of the two-step floor F, 12 bytes per node in float; 0: not measured
    int stores_per_node = 1;       ///< to shared memory, per level
    double error = 0;              ///< see program_error
    ProgramFacts facts;

    /// Time of a node by that of F, which moves half as much again as these programs must per level.
    std::optional<double> ratio_to_floor() const {
        return floor_nodes_per_s > 0 ? std::optional(floor_nodes_per_s / nodes_per_s) : std::nullopt;
    }
    double flops_per_s() const { return flops * nodes_per_s; }
    double predicted_flops_per_s() const { return flops * predicted_nodes_per_s; }
};

/// Largest difference to the formula as it is written, in double, over the largest value, after two passes and one
/// iteration on a small odd grid from random values between 0.5 and 1.5.
double program_error(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
                     int device, int threads);

/// Times `iterations`, `repeats` times after a first one. Throws KernelError.
ProgramTiming measure_program(const StencilProgram& program, const Extent& extent,
                              const BlockingConfiguration& configuration, Precision precision, const Gpu& gpu,
                              int iterations, int repeats, int threads);

/// The first `tries` configurations of rank_configurations that differ in more than the division of the last axis.
std::vector<BlockingConfiguration> tuning_candidates(const StencilProgram& program, const Extent& extent,
                                                     Precision precision, const Gpu& gpu, int tries);

/// The fastest of some configurations on the GPU, measured over a fraction of a second each; they are compiled on
/// `threads` threads. One that fails to compile or to start is left out; throws KernelError where all fail.
BlockingConfiguration tune_program(const StencilProgram& program, const Extent& extent, Precision precision,
                                   const Gpu& gpu, const std::vector<BlockingConfiguration>& candidates, int threads);

}  // namespace wavesim
