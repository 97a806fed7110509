// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim::cpu {

/// How two time steps are done per sweep over memory (panel_walk.hpp). Absorbing layers across rows need psi of their
/// neighbours before each step. So the rows on which they act, a frame around a box of all others, are advanced one
/// step at a time. The order is: the frame's first step, both steps of the box, the frame's second step. The box then
/// finds u^{n+1} of the frame complete, and the frame finds that of the box, since u^{n+2} overwrites only u^n. Tiles
/// of the frame extend through a layer, so that its psi is advanced just before the rows that need it.
struct TwoSteps {
    using Tiles = std::vector<std::vector<Tile>>;  ///< per thread
    Tile box;                                      ///< rows that no layer across rows acts on
    Tiles of_box;                                  ///< empty where steps are done one at a time
    Tiles across_z;                                ///< the frame's planes before and behind the box, a few rows each
    Tiles across_y;                                ///< the frame's rows before and behind the box, a few planes each
    bool possible() const { return !of_box.empty(); }
    bool frame() const { return !across_z.empty() || !across_y.empty(); }
};

/// For backends that do one step at a time.
inline TwoSteps one_by_one(const FieldLayout& layout) { return {whole_grid(layout), {}, {}, {}}; }

/// Two steps at a time are not possible with wall ports, which are updated before each step. They are not possible
/// either if a correction reads further than the stencil, or if the slab of a thread is too thin. The backend and the
/// forecast of its time share this decision.
TwoSteps plan_two_steps(const StencilProblem& problem, const FieldLayout& layout, int threads);

/// The same as regions for tables; one region where steps are done one at a time.
std::vector<Region> two_step_regions(const StencilProblem& problem, const FieldLayout& layout, int threads);

}  // namespace wavesim::cpu
