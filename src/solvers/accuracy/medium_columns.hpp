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

/// What the grid makes of steps of a medium and of all in it that is smaller than a cell, over the wave that comes in.
struct MediumError {
    double reflected = 0;
    double transmitted = 0;
    char axis = 'z';  ///< of the column where it is most
    double most() const { return reflected > transmitted ? reflected : transmitted; }
};

/// Columns of the medium of a plan, through the domain along its axes.
class MediumColumns {
  public:
    /// `plan` must outlive the object.
    explicit MediumColumns(const PlanOutline& plan);

    /// Through a point of the domain; nodes have what they would have in a medium that changes along the axis alone
    /// (cell_average.hpp). In TTI media the speed is that of waves along the axis. Boxes of the medium may be left out.
    Column along(int axis, const Point& through, bool boxes = true);

    /// Error of a pulse that passes through a column: root of the energy of the difference between scheme and exact
    /// medium, relative to the energy of the pulse. By Parseval's theorem it is a sum over frequencies.
    MediumError error(const Column& column) const;
    /// The same where boxes change it less than layers would: `without` is the column without them.
    MediumError error(const Column& column, const Column& without, const BoxShares& shares) const;

    const GridChoice& domain() const { return grid_; }

  private:
    bool goes_on(int axis) const;  ///< the medium, beyond the last side along an axis: that absorbs
    std::int64_t nodes_along(
        int axis) const;  ///< with one beyond where it goes on: the side may be beyond the last face
    struct CutColumn {
        CutCells cells;
        std::vector<ColumnPiece> pieces;  ///< of these cells, without lengths
    };
    CutColumn cut(int axis, const Point& through, bool with_boxes, CellLine line);
    std::vector<ColumnPiece> pieces(int axis, const Point& through, bool with_boxes);
    void add_nodes(int axis, const Point& through, bool with_boxes, Column& column);

    struct Wrong {
        std::complex<double> reflected, transmitted;
    };
    Wrong wrong(const Column& column, double omega) const;

    struct Tone {
        double omega;  ///< radians per cell of the fastest sound
        double share;  ///< of the energy of the pulse
    };

    const PlanOutline& plan_;
    GridChoice grid_;  ///< of the domain
    WallPosition walls_;
    MediumLines lines_;
    ColumnScheme scheme_;
    std::vector<Tone> tones_;
};

/// Largest error of the columns through sources, receivers and the middles of boxes; no error for a homogeneous medium.
/// It is an upper bound: a displaced interface has less effect at oblique incidence, and a lens reflects less than a
/// layer of the same thickness.
MediumError medium_error(const PlanOutline& plan);

}  // namespace wavesim
