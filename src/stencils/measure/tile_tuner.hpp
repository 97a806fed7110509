// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

/// A tile of a backend, which is measured.
struct TileCandidate {
    const BackendEntry* backend = nullptr;
    std::string tile;
    double predicted_s = 0;  ///< per node and step, by the model of times
    bool usual = false;      ///< it is what the backend takes without a profile
};

/// The GPU backend with a choice of tiles that `auto` tries first for a shape, and those with the same bits. Empty if
/// there is none.
std::vector<const BackendEntry*> alike_backends(const ProblemShape& shape, const Machine& machine,
                                                std::span<const BackendEntry> table = backend_registry());

/// The usual tile of every backend, and the `best` others of all of them by predicted time, best first. The machine's
/// profile does not count.
std::vector<TileCandidate> tile_candidates(const ProblemShape& shape, const std::vector<const BackendEntry*>& backends,
                                           const Machine& machine, std::size_t best);

/// One sample of steps with a tile.
struct TileSample {
    double ctpn_s = 0;
    int local_bytes = 0;  ///< per thread: registers that did not suffice
};
/// Takes a sample. May throw KernelError.
using TileTimer = std::function<TileSample(const ProblemShape& shape, const TileCandidate& candidate)>;

/// What was measured for a shape.
struct TunedShape {
    std::vector<TunedRow> rows;         ///< one per backend
    std::vector<std::string> left_out;  ///< why a tile does not count, one sentence each
};

/// Measures the candidates in turn, `rounds` times, and takes for each backend the one with the least median. Tiles
/// that fail or spill registers do not count; the usual one may spill. Another tile is taken if it is faster than the
/// usual one by half a per cent. Empty if `go_on` said no before the last sample.
std::optional<TunedShape> tune_tiles(const ProblemShape& shape, const std::vector<TileCandidate>& candidates,
                                     const TileTimer& timer, int rounds, const std::function<bool()>& go_on);

}  // namespace wavesim
