// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "boundary/voxels.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/space/point_line.hpp"

namespace wavesim {

/// What a source or receiver may have around it.
struct PointGrid {
    Extent extent;
    int dims = 3;
    std::array<HaloRule, 6> halo{};
    double spacing_m = 1;
    std::function<bool(const Node&)> is_air{};
    std::array<double, 6> admittance{};  ///< of the walls at the sides of the grid
    double solid_admittance = 0;         ///< largest of the faces of solids
    std::vector<double> wall_ripple{};   ///< of the nodes beside walls with losses
    /// Pieces of the line along an axis through a point of the grid [m], their ends in m; empty where the density is
    /// one.
    std::function<std::vector<LinePiece>(const Point& in_grid, int axis)> pieces{};
    int half_order = 0;                ///< of the differences of a density that varies
    double points_per_wavelength = 4;  ///< at the highest frequency, of the slowest sound
};

/// Interpolation weights of a point of the domain.
struct PlacedPoint {
    PointWeights weights;
    int half_width = sinc_half_width;  ///< 0 where a single node stands for the point
    Node home;                         ///< the node whose cell holds the point; on a face between cells one that is air
    double error = 0;                  ///< largest along an axis, of a wave up to the highest frequency
};

/// A source divides its folded weights by the end masses of a whole-sample side, a receiver does not: that is
/// the field of the mirrored sources, and reciprocity holds in the mass inner product.
enum class PointRole { source, receiver };

/// Weights of points of a grid. Along each axis they are those of sinc_weights, folded at rigid sides; beside steps of
/// the density, free surfaces, walls with losses and solids those of read_between, from nodes of air in sight of the
/// point. A point on a node has that node alone, unless a wall with losses bends the pressure there. Weights along x
/// belong to their row, those along y to their plane.
class PointPlacer {
  public:
    explicit PointPlacer(PointGrid grid);

    /// `position` is in metres from the corner of the grid. Whole-sample sides put node 0 there: then node i sits at
    /// i * spacing. Throws std::domain_error when the point lies in a solid: when no node whose cell holds it is air.
    PlacedPoint place(const Point& position, Placement placement, PointRole role);

    /// Weights of a receiver along the three grid lines through it. Rigid sides are ignored, as if the grid continued.
    AxisWeights lines(const Point& position, Placement placement);
    /// PlacedPoint::error of an interpolated point.
    double error(const Point& position);

  private:
    struct AxisPoint {
        std::vector<AxisWeight> weights;
        double error = 0;
        bool plain = false;  ///< folded weights of a line without an end
    };
    using Coordinates = std::array<double, 3>;

    Node home_of(const Point& position) const;
    Coordinates coordinates(const Point& position) const;
    AxisPoint along(int axis, const Coordinates& at, const Node& home, PointRole role, Placement placement);
    bool bends_at(int axis, const Node& home) const;
    AxisPoint plain(int axis, double x);
    std::optional<LineEnd> end_of(int axis, const Node& last, bool high) const;
    bool ends_plainly(int axis, const Node& last, bool high) const;
    std::vector<LinePiece> pieces_of(int axis, const Coordinates& at) const;

    PointGrid grid_;
    double plain_error_;
    std::map<PointLine, LineWeights> known_;
    std::map<std::pair<int, double>, std::vector<AxisWeight>> plain_;
};

/// In a room of one medium with rigid walls.
PlacedPoint place_point(const VoxelRoom& room, const std::array<HaloRule, 6>& halo, double spacing_m,
                        const Point& position, Placement placement, PointRole role);

}  // namespace wavesim
