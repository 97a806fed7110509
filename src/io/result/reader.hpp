// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// Summary of the traces of a receiver over all shots.
struct ReceiverSummary {
    std::string name;
    Point position_m;        ///< in the first shot
    double peak_pa = 0;      ///< max |p|
    double peak_time_s = 0;  ///< time of the peak
    double rms_pa = 0;
    std::optional<double> relative_error;  ///< relative to the exact solution, if the run compared
};

/// Content of a result.h5 for `info`.
struct ResultSummary {
    std::int64_t format_version = 0;
    std::string wavesim_version;
    bool complete = false;
    bool unstable = false;  ///< the field grew without a source: the result is not valid
    std::string scene_name;
    std::string scene_hash;
    std::string backend;
    std::string isa;
    std::int64_t dims = 3;
    Extent grid;
    double spacing_m = 0;
    double time_step_s = 0;
    std::int64_t steps = 0;       ///< planned, of each shot
    std::int64_t steps_done = 0;  ///< recorded, of all shots
    std::int64_t shots = 1;       ///< recorded
    std::int64_t shots_planned = 1;
    double courant = 0;
    double courant_limit = 0;
    std::string stencil;
    std::string walls;
    std::string precision;
    double peak_pa = 0;  ///< largest pressure recorded by a receiver
    double step_loop_s = 0;
    double ctpn_s = 0;
    std::vector<ReceiverSummary> receivers;
    std::vector<std::string> sources;
    std::optional<std::string> reference;  ///< the exact solution used for the comparison
    std::string plan_json;
    std::string scene_canonical;
    std::string end_summary;
};

/// Reads a result.h5, also from an unknown source. The file is checked first: a regular file, only hard links, no
/// external or virtual storage, no filters, every size within the file's own. All of this runs in a child process,
/// since the HDF5 library can crash on damaged files. Throws EnvironmentError (io) with one sentence if it cannot be
/// opened, is not a wavesim result, has a newer format, or fails the check.
ResultSummary read_result_summary(const std::filesystem::path& file);

}  // namespace wavesim
