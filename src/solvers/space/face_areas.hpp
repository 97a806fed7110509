// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "boundary/voxels.hpp"
#include "solvers/space/wall_pieces.hpp"

namespace wavesim {

/// Shares the true area of walls out among the faces of a grid that stand for them. Each piece goes to those of its box
/// that face its air, by the share of its normal, or to those of the nearest box. Faces of the piece's own surface come
/// first. So the sum over all faces of a surface is its true area, but for what no face stands for.
class FaceAreas {
  public:
    /// `faces` between air and walls, with their surfaces, ascending by node and side. Areas are those of the grid.
    FaceAreas(const Extent& extent, std::vector<VoxelRoom::Face> faces);

    /// `surface_of`: by triangle.
    void share_out(const std::vector<WallPiece>& pieces,
                   const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of);
    /// Rounded to 1/64, with what is left over given to the next face; areas of 1 are left out. In cell faces.
    std::vector<VoxelRoom::FaceArea> rounded() const;
    /// What found no face within two cells.
    double lost() const { return lost_; }

  private:
    struct Share {
        std::size_t face;
        double weight;
    };
    void add_faces(const Node& low, const WallPiece& piece, int surface, double least,
                   std::vector<Share>& shares) const;
    bool share(const WallPiece& piece, int surface);

    Extent extent_;
    std::vector<VoxelRoom::Face> faces_;
    std::vector<double> area_;
    double lost_ = 0;
};

}  // namespace wavesim
