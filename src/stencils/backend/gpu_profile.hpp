// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

struct Proposal;

/// What a measurement found for steps of one kind on one GPU: the quickest tile of a backend. Times are medians per
/// node and step [ps].
struct TunedRow {
    std::string stencil;
    Precision precision = Precision::float32;
    std::string medium;   ///< medium_name()
    bool layers = false;  ///< the grid has absorbing layers
    Extent extent;        ///< of the measured grid
    std::string backend;
    std::string tile;  ///< the quickest
    double ps = 0;
    std::string usual;  ///< the tile without a profile
    double usual_ps = 0;
    double expected_ps = 0;  ///< by the model of times, for the quickest tile
    std::string first;       ///< the tile that the model ranks first
    double first_ps = 0;     ///< its time; 0 if it could not be used

    /// Whether both are about the same steps, by whatever tile.
    bool same_steps(const TunedRow& other) const;
};

/// A row about the steps of a shape, without a backend and without times.
TunedRow row_for(const ProblemShape& shape);

/// Measured choices for one GPU: a value that planning uses, read from a file by io/.
struct GpuProfile {
    std::string card;      ///< name of the GPU
    std::string kernels;   ///< kernel_version() of the program that measured
    std::string compiler;  ///< version of the run-time compiler
    std::vector<TunedRow> rows;
    std::string file;  ///< where it was read
    std::string hash;  ///< of its text
    /// Why a profile in front of this one is not used, one sentence each.
    std::vector<std::string> refused;
};

/// The row of a profile for the steps of a problem by a backend: that with the nearest number of nodes, at most 2.8
/// times as many or as few; nullptr if there is none.
const TunedRow* find_row(const GpuProfile& profile, const ProblemShape& shape, const std::string& backend);

/// The tile that a proposal takes from the profile of its machine, as Proposal::decided.
struct TunedTile {
    std::string tile;
    TunedRow row;
    double ratio = 1;  ///< expected time of a step divided by that of the usual tile
    std::string file, hash;

    /// One sentence that says what it is, where it comes from and what is expected of it.
    std::string text() const;
};
/// The tuned tile of a proposal; nullptr if it has none.
const TunedTile* tuned_tile(const Proposal& proposal);
/// Expected time per node of a step [s]: that of the proposal, which is for the usual tile, corrected for a tuned one.
double expected_ctpn(const Proposal& proposal);

}  // namespace wavesim
