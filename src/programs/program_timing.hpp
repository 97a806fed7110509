// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "programs/blocking_choice.hpp"
#include "programs/program_runner.hpp"
#include "stencils/backend/gpu.hpp"

namespace wavesim {

/// Measurement of a program in one configuration on a GPU. Nodes do not include the ring; FLOP per node are those that
/// its source states.
struct ProgramTiming {
    std::string program;
    std::string kind;  ///< how the configuration was found: tuned, sconf, stencilgen, given, sweep
    std::string key;   ///< what was requested; rows with equal keys can replace each other
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
    double floor_nodes_per_s = 0;          ///< of the two-step floor F, 12 bytes per node in float; 0: not measured
    int stores_per_node = 1;               ///< to shared memory, per level
    std::optional<double> joule_per_node;  ///< and iteration, if asked for and if the GPU counts its energy
    double error = 0;                      ///< see program_error
    ProgramFacts facts;

    /// Time of a node relative to F, which moves 1.5 times the bytes that these programs must move per level.
    std::optional<double> ratio_to_floor() const {
        return floor_nodes_per_s > 0 ? std::optional(floor_nodes_per_s / nodes_per_s) : std::nullopt;
    }
    std::optional<double> joule_per_flop() const {
        return joule_per_node && flops > 0 ? std::optional(*joule_per_node / flops) : std::nullopt;
    }
    double flops_per_s() const { return flops * nodes_per_s; }
    double predicted_flops_per_s() const { return flops * predicted_nodes_per_s; }
};

/// Largest difference to the formula as written, evaluated in double, relative to the largest value. Computed after two
/// passes and one iteration on a small odd grid with random values between 0.5 and 1.5.
double program_error(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
                     int device, int threads);

/// Measures `iterations` iterations, `repeats` times after a first run. Throws KernelError.
ProgramTiming measure_program(const StencilProgram& program, const Extent& extent,
                              const BlockingConfiguration& configuration, Precision precision, const Gpu& gpu,
                              int iterations, int repeats, int threads);

/// Joules per node and iteration, by the counter of the GPU over at least a second; empty without one.
std::optional<double> measure_program_energy(const StencilProgram& program, const Extent& extent,
                                             const BlockingConfiguration& configuration, Precision precision,
                                             const Gpu& gpu, int iterations);

/// The first `tries` configurations of rank_configurations that differ in more than the division of the last axis.
std::vector<BlockingConfiguration> tuning_candidates(const StencilProgram& program, const Extent& extent,
                                                     Precision precision, const Gpu& gpu, int tries);

/// The fastest of some configurations on the GPU, each measured for a fraction of a second; `threads` threads compile
/// them. A configuration that fails to compile or to start is left out. Throws KernelError if all fail.
BlockingConfiguration tune_program(const StencilProgram& program, const Extent& extent, Precision precision,
                                   const Gpu& gpu, const std::vector<BlockingConfiguration>& candidates, int threads);

}  // namespace wavesim
