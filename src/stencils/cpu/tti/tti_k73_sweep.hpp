// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/tti/tti_sweep.hpp"

namespace wavesim::cpu {

/// One pass: parts of rows in a block of planes. The first differences along x and z are kept for a few rows.
template <class T>
class K73Sweep final : public TtiSweep<T> {
  public:
    K73Sweep(const FieldLayout& layout, const TtiMedium<T>& medium, const TtiKernels<T>& kernels);
    void advance(const Tile& tile, std::int64_t step, const TtiFields<T>& current, const TtiFields<T>& next) override;

    static std::int64_t bytes(const FieldLayout& layout);

  private:
    struct Part {
        std::int64_t x;
        std::int64_t count;
        std::int64_t z;
        std::int64_t planes;  ///< 4 or 1
    };
    void advance_rows(const Tile& tile, const Part& part, const TtiFields<T>& current, const TtiFields<T>& next);
    void update(const Part& part, std::int64_t y, std::int64_t count, const TtiFields<T>& current,
                const TtiFields<T>& next);
    void find_slopes(const Part& part, std::int64_t y, const TtiFields<T>& current);
    /// First differences of a row in plane k of the block.
    T* slope_z(std::int64_t y, std::int64_t k, std::size_t f) {
        return rows_.row(((y + kept) % kept * block + k) * 2 + static_cast<std::int64_t>(f));
    }
    T* slope_x(std::int64_t y, std::int64_t k, std::size_t f) {
        return rows_.row((((y + kept) % kept + kept) * block + k) * 2 + static_cast<std::int64_t>(f));
    }

    static constexpr std::int64_t block = 4;  ///< planes
    static constexpr std::int64_t pair = 2;   ///< rows that are updated together
    static constexpr std::int64_t kept = 6;   ///< rows of differences
    static constexpr std::int64_t rows = 2 * 2 * block * kept;
    const FieldLayout& layout_;
    const TtiMedium<T>& medium_;
    TtiKernels<T> kernels_;
    std::int64_t chunk_;
    ScratchRows<T> rows_;  ///< slope_z of 6 rows in 4 planes and two fields, then slope_x
};

}  // namespace wavesim::cpu
