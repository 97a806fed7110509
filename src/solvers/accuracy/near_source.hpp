// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A receiver so close to a source that the spreading of a point over 8 nodes per axis has a visible effect.
struct NearSource {
    double cells = 0;  ///< from the nearest source; 0: no receiver is within 6.5 cells of one
    double error = 0;  ///< largest error, relative to the peak of its trace
};

/// The pair of source and receiver with the largest error over all shots, of the pairs with a point between nodes. The
/// error is that of the scheme in free field (NearField), relative to the sound there with all that layers and a free
/// surface send back at once.
NearSource near_source(const PlanOutline& plan);

}  // namespace wavesim
