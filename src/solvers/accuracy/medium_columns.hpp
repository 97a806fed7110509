// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>

#include "solvers/accuracy/box_shares.hpp"
#include "solvers/accuracy/column_waves.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/medium/cell_pieces.hpp"
#include "solvers/medium/medium_lines.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// Error from interfaces of a medium and from its details smaller than a cell, relative to the incident wave.
struct MediumError {
    double reflected = 0;
    double transmitted = 0;
    char axis = 'z';  ///< axis of the column with the largest error
    double most() const { return reflected > transmitted ? reflected : transmitted; }
};

/// Columns of the medium of a plan, through the domain along its axes.
class MediumColumns {
  public:
    /// `plan` must outlive the object.
    explicit MediumColumns(const PlanOutline& plan);

    /// The column through a point of the domain. Its nodes have the values of a medium that changes along the axis only
    /// (cell_average.hpp). In TTI media the speed is that of waves along the axis. Boxes of the medium may be left out.
    Column along(int axis, const Point& through, bool boxes = true);

    /// Error of a pulse that passes through a column: root of the energy of the difference between scheme and exact
    /// medium, relative to the energy of the pulse. By Parseval's theorem it is a sum over frequencies.
    MediumError error(const Column& column) const;
    /// The same if boxes have less effect than layers; `without` is the column without them.
    MediumError error(const Column& column, const Column& without, const BoxShares& shares) const;

    /// Error of what comes back from a column that ends at a reflecting side: at its lower end, or at its upper one.
    /// `sign` is the reflection coefficient of the side, -1 for a free surface. The column and its mirror image reflect
    /// r and transmit t, so that the column with its side reflects r + sign t. So layers that sound crosses several
    /// times below a surface count as often.
    double error_before_side(const Column& column, bool lower, double sign) const;

    const GridChoice& domain() const { return grid_; }

  private:
    bool goes_on(int axis) const;  ///< the medium continues beyond the last side along an axis, which absorbs
    std::int64_t nodes_along(
        int axis) const;  ///< with one more if the medium continues, since the side may lie beyond the last face
    struct CutColumn {
        CutCells cells;
        std::vector<ColumnPiece> pieces;  ///< pieces of these cells, without lengths
    };
    CutColumn cut(int axis, const Point& through, bool with_boxes, CellLine line, MediumLines& medium);
    std::vector<ColumnPiece> pieces(int axis, const Point& through, bool with_boxes);
    void add_nodes(int axis, const Point& through, bool with_boxes, Column& column);

    struct Wrong {
        std::complex<double> reflected, transmitted;
    };
    Wrong wrong(const Column& column, double omega) const;

    struct Tone {
        double omega;  ///< radians per cell of the fastest sound
        double share;  ///< fraction of the energy of the pulse
    };

    const PlanOutline& plan_;
    GridChoice grid_;  ///< of the domain
    WallPosition walls_;
    MediumLines lines_;  ///< as nodes read it
    MediumLines fine_;   ///< as those of a grid so fine that it reads files between their values
    ColumnScheme scheme_;
    std::vector<Tone> tones_;
};

/// Largest error of the columns through sources, receivers and the middles of boxes; no error for a homogeneous medium.
/// It is an upper bound: a displaced interface has less effect at oblique incidence, and a lens reflects less than a
/// layer of the same thickness.
MediumError medium_error(const PlanOutline& plan);

}  // namespace wavesim
