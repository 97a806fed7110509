// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Position of the values of a file: at the centres of cells, or at corners. With `corner` a cell has the value of its
/// corner with the smallest coordinates, which shifts the model by half a spacing.
enum class Registration { cell, corner };

/// Interpolation of a model between its values.
enum class Resampling { linear, nearest };

}  // namespace wavesim
