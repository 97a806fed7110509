// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "solvers/medium/cell_pieces.hpp"
#include "solvers/medium/medium_lines.hpp"
#include "solvers/medium/piece_values.hpp"
#include "solvers/space/grid_choice.hpp"

namespace wavesim {

/// The cells around the nodes or half nodes of a grid. If `averaged`, they are cut into pieces within which the medium
/// has no jump, else each is evaluated at its centre. The content of a cell does not depend on the requested part of
/// the grid. The medium is mirrored at the sides of the domain; beyond absorbing sides it continues unchanged. The
/// position of a side is that in the scene, up to half a cell before or behind the last face of the grid.
class MediumCells {
  public:
    MediumCells(const Scene& scene, const GridChoice& grid, WallPosition walls, bool averaged);

    using ValueOf = double (*)(double speed_m_s, double density_kg_m3, double fastest_m_s);
    /// Calls act(values) for the cell of every node of a part, x fastest. Node 0 is the first of the domain, and nodes
    /// around the domain are allowed. If `half_axis` is given, cells are around the half nodes after the nodes along
    /// that axis.
    void visit(const NodeBox& part, std::optional<int> half_axis, ValueOf value_of,
               const std::function<void(const PieceValues&)>& act);

  private:
    CellLine line_of(int axis, std::int64_t first, std::int64_t count, bool half) const;
    /// The pieces of a single cell.
    CutCells cut_one(const CellLine& cell, int axis, const std::vector<std::size_t>& boxes) const;
    /// Cuts the cells along x, unless this has been done already.
    void cut_x(const CellLine& cells, const std::vector<std::size_t>& boxes);

    const Scene& scene_;
    GridChoice grid_;
    WallPosition walls_;
    bool averaged_;
    MediumLines lines_;
    double fastest_m_s_;
    CutCells x_;
    std::vector<double> cuts_of_x_;
};

}  // namespace wavesim
