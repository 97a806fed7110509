// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "boundary/half_cell.hpp"
#include "boundary/vertex_ports.hpp"
#include "boundary/voxels.hpp"
#include "boundary/wall_form.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// For which walls a stencil has a provably stable treatment. The proofs are evaluated for the weights of the stencil.
struct WallSupport {
    bool empty_box = true;       ///< mirrored halo, any stencil
    bool solids = false;         ///< voxel masks
    bool explicit_form = false;  ///< BE may be used for lossy walls; else BI
    /// "segment mirror" | "tangential completion" | "reflecting walks" | reason why there is none
    std::string solids_method;
    /// Courant number up to which every voxel mask is stable; 0 without solids. It may lie below the
    /// free-space limit of a stencil of radius 1 (by 1.5 % for the dispersion-optimised 19 points).
    double solids_courant_max = 0;
    /// Distance in nodes, along each axis, up to which solids change the rows of nodes; at least the radius.
    int solids_reach = 0;
    bool by_walks = false;  ///< solids by reflecting walks (gram_rows.hpp)
};
/// Takes some time for stencils that need a Gram matrix (gram_matrix.hpp), about 10 ms. Results are cached.
WallSupport wall_support(const Stencil& stencil);

/// What stands between the sides of a room, besides air.
enum class RoomContents { boxes, sheets };
/// The same in rooms with sheets, where stencils that do not act along the axes treat solids by reflecting walks, too.
WallSupport wall_support(const Stencil& stencil, RoomContents contents);

/// True if lossy walls half a cell beyond the nodes have the explicit form (BE); only stencils along the axes can.
bool takes_explicit_walls(const Stencil& stencil);

/// What lies beyond each side of the grid.
std::array<HaloRule, 6> halo_rules(WallForm form, int dims, const std::array<SideKind, 6>& sides);

/// The walls of a room for one stencil and Courant number.
struct WallPlan {
    std::array<HaloRule, 6> halo{};  ///< from halo_rules
    WallPasses passes;
    std::string method;           ///< e.g. "explicit half-cell walls (BE), segment mirror at solids"
    double air_mass = 0;          ///< D0 used
    std::int64_t wall_faces = 0;  ///< lossy faces
    std::int64_t corrected_nodes = 0;
    /// Proven bound of the spectrum of the wall-modified operator in rooms with solids: stable for Courant numbers
    /// up to 2 / sqrt of it. 0 in empty boxes, where mirrors keep the free-space spectrum.
    double spectral_bound = 0;
};

/// Walls below this specific admittance count as rigid: their 1/g would leave the range of float.
inline constexpr double least_admittance = 1e-12;

/// Builds the passes. `admittance[s]` is g >= 0 of surface index s; infinity means pressure release (`lumped` and
/// `whole` take up to 1e12). Throws std::domain_error with one sentence when the stencil has no stable wall treatment
/// for this room (`WallSupport`) or when `whole` is requested with solids. The caller must keep the Courant number
/// below the limits of stencil and walls (`spectral_bound`). `laws`: one per surface, for `vertex` only.
WallPlan build_walls(const Stencil& stencil, double courant, const VoxelRoom& room,
                     const std::vector<double>& admittance, WallForm form, const std::vector<VertexLaw>& laws = {});

/// Name of the method of such walls; `solids`: whether the room has any.
std::string walls_method(const Stencil& stencil, WallForm form, const std::array<SideKind, 6>& sides,
                         const WallPlan& plan, bool solids, RoomContents contents = RoomContents::boxes);

}  // namespace wavesim
