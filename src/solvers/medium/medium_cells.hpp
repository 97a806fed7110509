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

/// The cells around the nodes or half nodes of a grid, cut into pieces in which a medium does not jump (`averaged`), or
/// each read in its middle. What a cell holds does not depend on the part of the grid that is asked for. Domains mirror
/// the medium at their sides; beyond sides that absorb it goes on as it is there. The side is where the scene has it:
/// the last face of the grid may lie up to half a cell before or behind it.
class MediumCells {
  public:
    MediumCells(const Scene& scene, const GridChoice& grid, WallPosition walls, bool averaged);

    using ValueOf = double (*)(double speed_m_s, double density_kg_m3, double fastest_m_s);
    /// Calls act(values) for the cell of every node of a part, x fastest; nodes of the domain count from 0, and those
    /// around it are there, too. Cells around the half nodes after the nodes along an axis instead of them, where one
    /// is given.
    void visit(const NodeBox& part, std::optional<int> half_axis, ValueOf value_of,
               const std::function<void(const PieceValues&)>& act);

  private:
    CellLine line_of(int axis, std::int64_t first, std::int64_t count, bool half) const;
    /// The pieces of a single cell.
    CutCells cut_one(const CellLine& cell, int axis, const std::vector<std::size_t>& boxes) const;
    /// Cuts the cells along x, unless they are already cut so.
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
