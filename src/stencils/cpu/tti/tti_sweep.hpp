// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/cpu/tti/tti_layers.hpp"
#include "stencils/cpu/tti/tti_medium.hpp"

namespace wavesim::cpu {

/// Rows of equal length that a thread keeps in its cache, with zeros before and after each.
template <class T>
class ScratchRows {
  public:
    ScratchRows(std::int64_t nodes, std::int64_t rows);
    /// Pointer to node x = 0 of a row; it lies on a cache line.
    T* row(std::int64_t number) { return rows_.data() + line + number * pitch_; }
    std::int64_t pitch() const { return pitch_; }
    static std::int64_t bytes(std::int64_t nodes, std::int64_t rows);

  private:
    static constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));
    static std::int64_t pitch_for(std::int64_t nodes);
    std::int64_t pitch_;
    FieldArray<T> rows_;
};

/// The two fields of a time level.
template <class T>
using TtiFields = std::array<T*, 2>;

/// How a thread advances a tile by one step in one of the two forms. All intermediate values belong to the thread, and
/// no thread reads what another writes in the same step. So results do not depend on tiles or threads.
template <class T>
class TtiSweep {
  public:
    virtual ~TtiSweep() = default;
    virtual void advance(const Tile& tile, std::int64_t step, const TtiFields<T>& current,
                         const TtiFields<T>& next) = 0;
};

template <class T>
std::unique_ptr<TtiSweep<T>> make_tti_sweep(TtiForm form, const FieldLayout& layout, const TtiMedium<T>& medium,
                                            TtiLayers<T>& layers, const TtiKernels<T>& kernels);

/// Bytes that a sweep allocates.
std::int64_t tti_sweep_bytes(TtiForm form, const FieldLayout& layout, Precision precision);

/// Rows of a tile: few enough that the intermediate values of a sweep stay in the caches.
std::int64_t tti_tile_rows(TtiForm form, const FieldLayout& layout, Precision precision);
/// Tiles of each thread. They are long along z, because sweeps start again with every tile. Neighbouring tiles are
/// processed at the same time, so that what both read comes from memory once.
std::vector<std::vector<Tile>> make_tti_tiles(TtiForm form, const FieldLayout& layout, Precision precision,
                                              int threads);

}  // namespace wavesim::cpu
