// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace wavesim {

/// Adjacent cells along an axis, and the extent of the medium along it.
struct CellLine {
    double first_m = 0;  ///< centre of the first cell
    double spacing_m = 0;
    std::int64_t count = 0;
    /// Beyond these the medium is a mirror image, so only the part of a cell between them counts.
    double mirror_low_m = -std::numeric_limits<double>::infinity();
    double mirror_high_m = std::numeric_limits<double>::infinity();
    double read_low_m = 0;  ///< beyond these limits the medium is constant
    double read_high_m = 0;
    bool with_faces = false;  ///< a medium that begins at the high face of a cell counts as a piece without length
};

/// A part of a cell along an axis.
struct CellPiece {
    double from = -0.5;  ///< in cells from the centre of its cell
    double to = 0.5;
    double share = 1;   ///< fraction of the part of the cell that counts
    double read_m = 0;  ///< position where the medium is evaluated for it
};

/// The pieces of adjacent cells.
struct CutCells {
    std::vector<CellPiece> pieces;
    std::vector<std::size_t> begin;  ///< first piece of each cell; the last entry is the number of pieces
};

/// Cuts cells at ascending coordinates. A cell without a cut is evaluated at its centre, pieces at theirs.
CutCells cut_cells(const CellLine& line, const std::vector<double>& cuts_m);

}  // namespace wavesim
