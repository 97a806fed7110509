// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

struct MemoryForecast {
    std::int64_t device = 0;         ///< memory of the GPU, where the backend uses one; all else is host memory
    std::int64_t other_devices = 0;  ///< total of further GPUs; `device` is the one with the largest need
    std::int64_t fields = 0;
    std::int64_t walls = 0;
    std::int64_t medium = 0;       ///< factors of a heterogeneous medium, as planned
    std::int64_t geometry = 0;     ///< voxel mask while planning
    std::int64_t outputs = 0;      ///< traces
    std::int64_t recording = 0;    ///< buffers of traces and snapshots, in addition to the fields
    std::int64_t writing = 0;      ///< libraries and buffers that write the results, once the fields are gone
    std::int64_t process = 0;      ///< program and libraries
    std::int64_t making = 0;       ///< lists on their way to a GPU, gone before the first step
    CompilerMemory compiler = {};  ///< 0 if kernels come from the cache, or there are none
    /// Memory while the backend is created: kernels are compiled before the last lists are made.
    std::int64_t setting_up() const { return fields + std::max(compiler.peak, compiler.kept + making); }
    /// Peak: the mask is freed before the backend is created, its lists before the first step, and the fields before
    /// results are written. Memory kept by the compiler is never freed.
    std::int64_t total() const {
        const std::int64_t later = compiler.kept + std::max(fields + recording, writing);
        return process + std::max({geometry, setting_up(), later}) + walls + medium + outputs;
    }
};

/// Seconds for the parts of a run, summed over all shots.
struct TimeForecast {
    double steps = 0;
    double receivers = 0;   ///< reading the field at receivers between nodes
    double snapshots = 0;   ///< reading the field and writing VTK files
    double traces = 0;      ///< writing traces into result.h5
    double pictures = 0;    ///< of snapshots and gathers
    double sound = 0;       ///< resampling for WAV and SEG-Y files, and writing them
    double comparison = 0;  ///< exact solutions
    double total() const { return steps + receivers + snapshots + traces + pictures + sound + comparison; }
};

/// A text for the run-time compiler, which is compiled when the run starts or taken from the cache.
struct PlannedKernel {
    std::string name;
    bool cached = false;
};

/// Expected cost of the run.
struct PlanForecast {
    MemoryForecast memory;
    std::int64_t disk_bytes = 0;  ///< size of the results of all shots
    TimeForecast time;
    std::vector<PlannedKernel> kernels;  ///< empty on a CPU
    double ctpn_s = 0;                   ///< time per node of a step; 0: not known
};

}  // namespace wavesim
