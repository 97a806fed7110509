// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_sweep.hpp"

#include <algorithm>

#include "stencils/cpu/round_up.hpp"
#include "stencils/cpu/tti/tti_k73_sweep.hpp"
#include "stencils/cpu/tti/tti_self_adjoint_sweep.hpp"

namespace wavesim::cpu {

namespace {

/// Bytes that a sweep may keep in cache, from measurements. The ring buffers of the self-adjoint form do not fit the
/// second-level cache with tiles of a useful width.
std::int64_t tile_cache_bytes(TtiForm form) { return (form == TtiForm::k73 ? 1024 : 4096) * 1024; }
/// Rows of one plane of a tile that a self-adjoint sweep keeps or reads again: ring buffers and up to 20 planes of two
/// fields. Runs without layers read only 12 of these planes, but steps with tiles for 12 were not faster.
constexpr std::int64_t self_adjoint_rows = 2 * (12 + 8) + 2 * 20 + 6;
constexpr std::int64_t k73_rows = 2 * 12 + 2;
constexpr std::int64_t least_planes = 32;

}  // namespace

template <class T>
ScratchRows<T>::ScratchRows(std::int64_t nodes, std::int64_t rows)
    : pitch_(pitch_for(nodes)), rows_((rows + 1) * pitch_) {
    std::fill(rows_.data(), rows_.data() + rows_.size(), T(0));
}

template <class T>
std::int64_t ScratchRows<T>::pitch_for(std::int64_t nodes) {
    const std::int64_t pitch = 2 * line + round_up(nodes, line);
    return pitch * static_cast<std::int64_t>(sizeof(T)) % 512 == 0 ? pitch + line : pitch;
}

template <class T>
std::int64_t ScratchRows<T>::bytes(std::int64_t nodes, std::int64_t rows) {
    return allocated_bytes((rows + 1) * pitch_for(nodes) * static_cast<std::int64_t>(sizeof(T)));
}

template <class T>
std::unique_ptr<TtiSweep<T>> make_tti_sweep(TtiForm form, const FieldLayout& layout, const TtiMedium<T>& medium,
                                            TtiLayers<T>& layers, const TtiKernels<T>& kernels) {
    if (form == TtiForm::k73) return std::make_unique<K73Sweep<T>>(layout, medium, kernels);
    const Precision precision = sizeof(T) == 4 ? Precision::float32 : Precision::float64;
    return std::make_unique<SelfAdjointSweep<T>>(layout, tti_tile_rows(form, layout, precision), medium, layers,
                                                 kernels);
}

std::int64_t tti_sweep_bytes(TtiForm form, const FieldLayout& layout, Precision precision) {
    const auto bytes = [&]<class T>(T) {
        return form == TtiForm::k73 ? K73Sweep<T>::bytes(layout)
                                    : SelfAdjointSweep<T>::bytes(layout, tti_tile_rows(form, layout, precision));
    };
    return precision == Precision::float32 ? bytes(0.0f) : bytes(0.0);
}

std::int64_t tti_tile_rows(TtiForm form, const FieldLayout& layout, Precision precision) {
    const std::int64_t kept = form == TtiForm::k73 ? k73_rows : self_adjoint_rows;
    const std::int64_t rows = tile_cache_bytes(form) / (kept * layout.row_pitch * bytes_of(precision));
    return std::min(layout.extent.ny, std::max<std::int64_t>(rows, 12));
}

std::vector<std::vector<Tile>> make_tti_tiles(TtiForm form, const FieldLayout& layout, Precision precision,
                                              int threads) {
    const Extent& extent = layout.extent;
    const std::int64_t rows = tti_tile_rows(form, layout, precision);
    const std::int64_t blocks = (extent.ny + rows - 1) / rows;
    // As few slabs as give every thread the same number; at least two tiles per thread if there are enough planes.
    const std::int64_t wanted = (2 * threads + blocks - 1) / blocks;
    const std::int64_t needed = (threads + blocks - 1) / blocks;
    const std::int64_t most = std::max<std::int64_t>(needed, extent.nz / least_planes);
    const std::int64_t slabs = std::clamp<std::int64_t>(wanted, 1, std::min(extent.nz, most));
    std::vector<Tile> tiles;
    for (std::int64_t slab = 0; slab < slabs; ++slab) {
        for (std::int64_t block = 0; block < blocks; ++block) {
            tiles.push_back({extent.ny * block / blocks, extent.ny * (block + 1) / blocks, extent.nz * slab / slabs,
                             extent.nz * (slab + 1) / slabs});
        }
    }
    std::vector<std::vector<Tile>> result(static_cast<std::size_t>(threads));
    for (std::size_t i = 0; i < tiles.size(); ++i) result[i % result.size()].push_back(tiles[i]);
    return result;
}

template class ScratchRows<float>;
template class ScratchRows<double>;
template std::unique_ptr<TtiSweep<float>> make_tti_sweep(TtiForm, const FieldLayout&, const TtiMedium<float>&,
                                                         TtiLayers<float>&, const TtiKernels<float>&);
template std::unique_ptr<TtiSweep<double>> make_tti_sweep(TtiForm, const FieldLayout&, const TtiMedium<double>&,
                                                          TtiLayers<double>&, const TtiKernels<double>&);

}  // namespace wavesim::cpu
