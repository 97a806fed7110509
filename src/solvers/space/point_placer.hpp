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

/// The surroundings of sources and receivers.
struct PointGrid {
    Extent extent;
    int dims = 3;
    std::array<HaloRule, 6> halo{};
    double spacing_m = 1;
    std::function<bool(const Node&)> is_air{};
    std::function<bool(const Node&, Side)> is_closed{};  ///< a sheet at that face of a node; empty without sheets
    std::array<double, 6> admittance{};                  ///< of the walls at the sides of the grid
    double solid_admittance = 0;                         ///< largest of the faces of solids
    std::vector<double> wall_ripple{};                   ///< of the nodes beside walls with losses
    /// Pieces of the line along an axis through a point of the grid [m], with their ends in m; empty for constant
    /// density.
    std::function<std::vector<LinePiece>(const Point& in_grid, int axis)> pieces{};
    int half_order = 0;                ///< of the differences for variable density
    double points_per_wavelength = 4;  ///< of the slowest sound at the highest frequency
};

/// Interpolation weights of a point of the domain.
struct PlacedPoint {
    PointWeights weights;
    int half_width = sinc_half_width;  ///< 0 if a single node represents the point
    Node home;                         ///< the node whose cell contains the point; on a face between cells one in air
    double error = 0;                  ///< largest error along an axis, for waves up to the highest frequency
};

/// With a side on nodes (whole-sample), the folded weights of a source are divided by the masses of end nodes, those of
/// a receiver are not. This gives the field of the mirrored sources, and reciprocity in the mass inner product.
enum class PointRole { source, receiver };

/// Weights of points of a grid. Along each axis they are those of sinc_weights, folded at rigid sides. Beside density
/// steps, free surfaces, lossy walls and solids they are those of read_between, from air nodes that are visible from
/// the point. A point on a node uses that node alone, unless a lossy wall bends the pressure there. Weights along x are
/// computed per row, those along y per plane.
class PointPlacer {
  public:
    explicit PointPlacer(PointGrid grid);

    /// `position` is in metres from the corner of the grid. With whole-sample sides node 0 is on the corner, so that
    /// node i is at i * spacing. Throws std::domain_error if the point lies in a solid, i.e. no node whose cell
    /// contains it is air.
    PlacedPoint place(const Point& position, Placement placement, PointRole role);

    /// Weights of a receiver along the three grid lines through it. Rigid sides are ignored, as if the grid continued.
    AxisWeights lines(const Point& position, Placement placement);
    /// PlacedPoint::error of an interpolated point at this position.
    double error(const Point& position);

  private:
    struct AxisPoint {
        std::vector<AxisWeight> weights;
        double error = 0;
        bool plain = false;  ///< folded weights of a line without an end
    };
    using Coordinates = std::array<double, 3>;

    Node home_of(const Point& position) const;
    /// Whether the next node along an axis is air that a node sees.
    bool sees_next(const Node& node, int axis, bool high) const;
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

/// Places a point in a room with one medium and rigid walls.
PlacedPoint place_point(const VoxelRoom& room, const std::array<HaloRule, 6>& halo, double spacing_m,
                        const Point& position, Placement placement, PointRole role);

}  // namespace wavesim
