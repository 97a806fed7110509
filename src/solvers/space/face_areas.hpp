// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "boundary/voxels.hpp"
#include "solvers/space/wall_pieces.hpp"

namespace wavesim {

/// Distributes the true area of walls to the faces of a grid that represent them. The area of each piece goes to faces
/// in its box, or in the nearest box, that border its air, weighted by the components of its normal. Faces of the
/// piece's own surface have priority. So the sum over all faces of a surface is its true area, except for pieces
/// without a face.
class FaceAreas {
  public:
    /// `faces` between air and walls, with their surfaces, ascending by node and side. Initially areas are those of the
    /// grid.
    FaceAreas(const Extent& extent, std::vector<VoxelRoom::Face> faces);

    /// `surface_of`: surface of a triangle.
    void share_out(const std::vector<WallPiece>& pieces,
                   const std::function<std::uint8_t(std::uint32_t triangle)>& surface_of, int threads);
    /// Areas rounded to 1/64 cell faces, with the remainder passed to the next face; areas of 1 are left out.
    std::vector<VoxelRoom::FaceArea> rounded() const;
    /// Area for which no face was found within two cells.
    double lost() const { return lost_; }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(faces_.size() * sizeof(VoxelRoom::Face) + area_.size() * sizeof(double));
    }

  private:
    struct Share {
        std::size_t face;
        double weight;
    };
    void add_faces(const Node& low, const WallPiece& piece, int surface, double least,
                   std::vector<Share>& shares) const;
    /// The faces that share a piece; none: no face of that surface is within two cells.
    std::vector<Share> shares_of(const WallPiece& piece, int surface) const;

    Extent extent_;
    std::vector<VoxelRoom::Face> faces_;
    std::vector<double> area_;
    double lost_ = 0;
};

}  // namespace wavesim
