// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/accuracy/edge_sections.hpp"
#include "solvers/accuracy/side_mirrors.hpp"

namespace wavesim {

/// Change of the wave that a box scatters from a source to a receiver, if it moves to the grid and stands out by
/// `grow_m` on all faces, relative to the direct sound. Of boxes much smaller than the wavelength 2 pi / k this is the
/// limit; of larger ones it is too large. A rigid body of volume V with k V^(1/3) << 1 scatters k^2 V / (4 pi) (1 -
/// (3/2) cos theta) of a plane wave over the distance r. In 2D that is k^2 V / 4 (1 - 2 cos theta) H0(k r) (Morse and
/// Ingard, Theoretical Acoustics, 8.2). Near the body the second part is larger by (1 + 1 / (k r)^2)^(1/2). The largest
/// value over all theta is taken. A side counts with half of the largest one at least, since plates move more fluid
/// than their volume. `dims` is 2 or 3, `k` in rad/m.
double change_of_scattered(const EdgedBox& box, double grow_m, int dims, double k, const PointPair& pair);

}  // namespace wavesim
