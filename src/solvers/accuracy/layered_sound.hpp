// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/accuracy/column_waves.hpp"
#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Layers of a medium, from the low end of an axis to the high one.
struct LayeredColumn {
    std::vector<ColumnPiece> pieces;  ///< lengths and speeds in any units that fit each other
    /// Reflection coefficient of the side at each end: -1 at a free surface, 1 at a rigid wall, 0 if the column goes
    /// on.
    double low_side = 0, high_side = 0;
};

/// Peaks of the pulse of a source at a receiver, in one unit for all receivers of a source.
struct LayeredSound {
    double all = 0;     ///< with all that the layers and the sides at their ends send back
    double direct = 0;  ///< in the medium around the source alone
};

/// The sound of a source in a medium of layers. Each tone is Sommerfeld's integral over plane waves along the layers;
/// reflection coefficients are carried from the ends of the column to the source (Brekhovskikh, Waves in Layered Media,
/// 1980, ch. 1 and 4). Frequencies are slightly complex, so that sound long after the pulse does not wrap around.
/// `tones` must be at equal distances; `across`: distance along the layers.
LayeredSound layered_sound(const LayeredColumn& column, const std::vector<PulseTone>& tones, double source,
                           double receiver, double across, bool line_source);

/// The same for two points of a plan, of its column through the source: across its layers, else to its free surface. No
/// value if it has none of these, for TTI media, and for columns of very many pieces.
std::optional<LayeredSound> layered_sound(const PlanOutline& plan, const Point& source, const Point& receiver);

}  // namespace wavesim
