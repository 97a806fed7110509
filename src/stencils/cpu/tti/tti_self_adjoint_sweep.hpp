// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/tti/tti_sweep.hpp"

namespace wavesim::cpu {

/// Two passes in one walk along z. The fluxes of a block of four planes are computed one block ahead of the update, and
/// only the last blocks needed along z are kept. Rows that two tiles need are computed by both.
template <class T>
class SelfAdjointSweep final : public TtiSweep<T> {
  public:
    SelfAdjointSweep(const FieldLayout& layout, std::int64_t tile_rows, const TtiMedium<T>& medium,
                     TtiLayers<T>& layers, const TtiKernels<T>& kernels);
    void advance(const Tile& tile, std::int64_t step, const TtiFields<T>& current, const TtiFields<T>& next) override;

    static std::int64_t bytes(const FieldLayout& layout, std::int64_t tile_rows);

  private:
    static constexpr std::int64_t block = 4;  ///< rows or planes that are processed together
    static constexpr std::int64_t reach = 4;  ///< reach of D
    static constexpr std::int64_t wide = 8;   ///< reach of R

    /// Planes that are processed together: the 4 of a block, or one of them.
    struct Planes {
        std::int64_t z;
        std::int64_t count;
    };
    void flux_block(const Tile& tile, const Planes& planes, const TtiFields<T>& current);
    void flux_beside(const Tile& tile, const Planes& planes, const TtiFields<T>& current);
    void flux_inside(const Tile& tile, const Planes& planes, const TtiFields<T>& current);
    void flux_row(const Tile& tile, const Planes& planes, std::int64_t y, const TtiFields<T>& current);
    void divergence_y(const Tile& tile, const Planes& planes, std::int64_t y, std::int64_t rows,
                      const TtiFields<T>& current);
    void update_block(const Tile& tile, const Planes& planes, const TtiFields<T>& current, const TtiFields<T>& next);
    void absorb_flux(const Planes& planes, std::int64_t y, bool own, const FluxRow<T>& flux);
    void absorb_y(const Tile& tile, std::int64_t y, std::int64_t z, std::int64_t k);
    void absorb_z(const Tile& tile, const Planes& planes, std::int64_t y);
    template <class Act>
    void for_each_part(std::int64_t y, std::int64_t z, const Act& act) const;
    void flux_parts(const Planes& planes, std::int64_t y, const FluxRow<T>& row) const;
    void divergence_y_parts(std::int64_t y, std::int64_t z, const DivergenceYRows<T>& rows) const;
    FluxRow<T> flux_at(const Planes& planes, std::int64_t y, const TtiFields<T>& current) const;

    /// Row of field f in a plane of a ring buffer that starts `before` planes before it; the row is number y of the
    /// tile.
    T* of_ring(ScratchRows<T>& ring, std::int64_t planes, std::int64_t before, const Tile& tile, std::int64_t z, int f,
               std::int64_t y) {
        return ring.row((((z - tile.z_from + before) % planes) * 2 + f) * tile_rows_ + y);
    }
    T* flux_z(const Tile& tile, std::int64_t z, int f, std::int64_t y) {
        return of_ring(flux_z_, 3 * block, reach, tile, z, f, y);
    }
    T* divergence(const Tile& tile, std::int64_t z, int f, std::int64_t y) {
        return of_ring(divergence_, 2 * block, 0, tile, z, f, y);
    }
    /// Row y of the tile in a ring buffer of 12 rows, which begins 4 rows before the tile; plane k of the current
    /// planes.
    T* flux_y(std::int64_t k, int f, std::int64_t y) {
        return flux_y_.row((2 * k + f) * 3 * block + (y + reach) % (3 * block));
    }

    const FieldLayout& layout_;
    std::int64_t tile_rows_;
    bool flat_;
    const TtiMedium<T>& medium_;
    TtiLayers<T>& layers_;
    std::int64_t step_ = 0;
    TtiKernels<T> kernels_;
    ScratchRows<T> flux_z_;      ///< 12 planes
    ScratchRows<T> divergence_;  ///< 8 planes
    ScratchRows<T> flux_y_;      ///< 12 rows of 4 planes
    ScratchRows<T> flux_x_;      ///< a row of 4 planes
};

}  // namespace wavesim::cpu
