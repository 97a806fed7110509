// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "boundary/gram_matrix.hpp"

namespace wavesim {

/// The air in a patch, by its points.
struct PatchAir {
    PatchAir(std::uint64_t of_nodes, const std::array<std::uint64_t, 3>& behind_sheets = {})
        : air(of_nodes), closed(behind_sheets) {}
    std::uint64_t air;                    ///< bit p: point p is air
    std::array<std::uint64_t, 3> closed;  ///< per axis, bit p: a sheet closes the face of p towards the next node
    bool operator==(const PatchAir&) const = default;
};

/// The forms E^T Q E of patches of nodes, by the air in the patch. Row s of E says
/// what the patch reads at offset s: the mean of the field over the ends of reflecting walks from the centre. There is
/// one walk for each order of the |s_x| + |s_y| + |s_z| unit steps. A step into a node that is not air, or through a
/// closed face, is not made, and its axis is turned round, as by a mirror half a cell away. So walks pass no closed
/// wall and no diagonal contact. The sum of D over the walks that end in a node is tr D for every room, since each walk
/// can be reversed. Hence tr D bounds the spectrum, by D >= Q and Jensen's inequality.
class PatchForms {
  public:
    /// Keeps forms up to `most_kept_bytes`.
    explicit PatchForms(const GramMatrix& gram, std::size_t most_kept_bytes = std::size_t{16} << 20);

    /// Entries [a, b] of the form, |P| x |P|. The reference is valid until the next call.
    const std::vector<double>& of(const PatchAir& air);

    /// Ends of the walks to a point with their shares.
    using Ends = std::vector<std::pair<std::size_t, double>>;
    Ends ends(std::size_t point, const PatchAir& air) const;

  private:
    struct Hash {
        std::size_t operator()(const PatchAir& key) const {
            std::uint64_t hash = key.air;
            for (const std::uint64_t word : key.closed) hash = (hash ^ hash >> 29U) * 0x9e3779b97f4a7c15U + word;
            return hash;
        }
    };
    std::vector<double> make(const PatchAir& air) const;
    std::size_t step(std::size_t from, int axis, int sign) const {
        return neighbour_[from][static_cast<std::size_t>(2 * axis + (sign > 0 ? 1 : 0))];
    }

    const GramMatrix& gram_;
    std::size_t most_kept_bytes_;
    std::size_t centre_;
    std::vector<std::array<std::size_t, 6>> neighbour_;  ///< per point and side
    std::vector<std::vector<std::vector<int>>> words_;   ///< per point: the axes of the steps, in each order
    std::unordered_map<PatchAir, std::vector<double>, Hash> known_;
};

}  // namespace wavesim
