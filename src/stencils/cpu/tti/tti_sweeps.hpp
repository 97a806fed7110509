// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/tti/tti_sweep.hpp"

namespace wavesim::cpu {

/// One pass: parts of rows, for which the first differences along y and z are kept of a few rows.
template <class T>
class K73Sweep final : public TtiSweep<T> {
  public:
    K73Sweep(const FieldLayout& layout, const TtiMedium<T>& medium, const TtiKernels<T>& kernels);
    void advance(const Tile& tile, const TtiFields<T>& current, const TtiFields<T>& next) override;

  private:
    struct Part {
        std::int64_t x;
        std::int64_t count;
        std::int64_t z;
    };
    void advance_rows(const Tile& tile, const Part& part, const TtiFields<T>& current, const TtiFields<T>& next);
    void update(const Part& part, std::int64_t y, const TtiFields<T>& current, const TtiFields<T>& next);
    void slope(const T* u, std::int64_t pitch, std::int64_t count, T* out) const;
    std::int64_t slot(std::int64_t y) const { return (y + kept) % kept; }

    static constexpr std::int64_t kept = 8;  ///< rows of differences along z, 5 are needed
    const FieldLayout& layout_;
    const TtiMedium<T>& medium_;
    TtiKernels<T> kernels_;
    std::int64_t chunk_;
    ScratchRows<T> rows_;  ///< slope_z of 8 rows and two fields, then slope_y
};

/// Two passes in one walk along z: plane b of the fluxes is computed 4 planes ahead of the plane that is updated, and
/// of what is needed along z only the last planes are kept. Rows that two tiles need are computed by both.
template <class T>
class SelfAdjointSweep final : public TtiSweep<T> {
  public:
    SelfAdjointSweep(const FieldLayout& layout, std::int64_t tile_rows, const TtiMedium<T>& medium,
                     const TtiKernels<T>& kernels);
    void advance(const Tile& tile, const TtiFields<T>& current, const TtiFields<T>& next) override;

  private:
    void weigh_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current);
    void flux_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current);
    void sum_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current);
    void update_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current, const TtiFields<T>& next);
    void weigh(int axis, std::int64_t position, const TtiFields<T>& current, T* out_h, T* out_v) const;

    /// Rows of field f in plane z of a ring of `planes` planes.
    T* ring(ScratchRows<T>& rows, std::int64_t planes, std::int64_t z, int f, std::int64_t y) {
        return rows.row((((z + 16 * planes) % planes) * 2 + f) * tile_rows_ + y);
    }

    static constexpr int reach = 4;  ///< of D
    static constexpr int wide = 8;   ///< of R
    const FieldLayout& layout_;
    std::int64_t tile_rows_;
    std::int64_t dims_;
    const TtiMedium<T>& medium_;
    TtiKernels<T> kernels_;
    ScratchRows<T> flux_z_;      ///< 9 planes
    ScratchRows<T> weighted_z_;  ///< 17 planes
    ScratchRows<T> divergence_;  ///< 5 planes
    ScratchRows<T> flux_x_;      ///< one plane, here and below; field after field
    ScratchRows<T> weighted_x_;
    ScratchRows<T> flux_y_;      ///< with 4 rows more on both sides
    ScratchRows<T> weighted_y_;  ///< with 8 rows more
};

}  // namespace wavesim::cpu
