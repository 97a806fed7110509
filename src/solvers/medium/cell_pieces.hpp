// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace wavesim {

/// Cells side by side along an axis, and the medium along it.
struct CellLine {
    double first_m = 0;  ///< middle of the first cell
    double spacing_m = 0;
    std::int64_t count = 0;
    /// Beyond them the medium is the mirror image of that between them: of cells only the part between them counts.
    double mirror_low_m = -std::numeric_limits<double>::infinity();
    double mirror_high_m = std::numeric_limits<double>::infinity();
    double read_low_m = 0;  ///< beyond these the medium is that of here
    double read_high_m = 0;
    bool with_faces = false;  ///< what begins at the high face of a cell is a piece of it, too: one without length
};

/// A part of a cell along an axis.
struct CellPiece {
    double from = -0.5;  ///< in cells from the middle of its cell
    double to = 0.5;
    double share = 1;   ///< of what counts of the cell
    double read_m = 0;  ///< where the medium is read for it
};

/// The pieces of cells side by side.
struct CutCells {
    std::vector<CellPiece> pieces;
    std::vector<std::size_t> begin;  ///< first piece of each cell; the last entry is the number of pieces
};

/// Cuts cells at ascending coordinates. A cell that none of them cuts is read in its middle, other pieces in theirs.
CutCells cut_cells(const CellLine& line, const std::vector<double>& cuts_m);

}  // namespace wavesim
