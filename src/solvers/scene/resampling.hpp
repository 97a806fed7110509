// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Where the values of a file stand: in the middle of cells, or on corners of cells, which take the value of their
/// corner with the smallest coordinates: the model is shifted by half a spacing.
enum class Registration { cell, corner };

/// How a model is read between its values.
enum class Resampling { linear, nearest };

}  // namespace wavesim
