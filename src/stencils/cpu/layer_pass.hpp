// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/layer_kernel.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// The absorbing layer of one side: its position and the layout of its memory. Rows cross the layers of the x sides and
/// lie inside the layers of the other sides.
struct LayerSlab {
    int axis;
    bool high;
    std::int64_t from;   ///< first node of the layer along its axis
    std::int64_t width;  ///< nodes
    std::int64_t reach;  ///< M: the layer acts on as many nodes beside it
    std::int64_t lead;   ///< x: values of a row of memory before the layer; the row starts at a cache line of u
    std::int64_t pitch;  ///< values of one row of memory
    std::int64_t rows;
    std::int64_t values;  ///< number of values of psi, and also of zeta

    /// Nodes behind an x layer on which the layer acts.
    std::int64_t behind() const { return high ? 0 : reach; }
    bool holds(std::int64_t i) const { return i >= from && i < from + width; }
    /// True if the layer acts on node i along the axis: the node lies in it or at most M nodes further in.
    bool reaches(std::int64_t i) const { return high ? i >= from - reach : i < from + width + reach; }
    /// Position of row (y, z) in the memory.
    std::int64_t row(std::int64_t y, std::int64_t z, const Extent& extent) const;
};
std::vector<LayerSlab> make_slabs(const ProblemShape& problem);

/// Runs the absorbing layers of a problem and owns their memory.
template <class T>
class LayerPass {
  public:
    /// `push`: factor of the increments, courant^2 unless the factors already include it.
    LayerPass(const ProblemShape& problem, double push, const FieldLayout& layout, const LayerKernels<T>& kernels);

    /// Zeroes the memory of a tile's rows. The thread that will update them must call it.
    void clear(const Tile& tile);
    /// True if update_psi() must have run for every tile before any update().
    bool has_first_sweep() const { return has_first_sweep_; }
    void update_psi(const Tile& tile, const T* current);
    /// The same for the layers of one axis, 1 or 2. Tiles must extend through its layers, so that D along the axis
    /// reads only rows of the tile.
    void update_psi(const Tile& tile, const T* current, int axis);
    /// Nodes [from, to) of a row.
    struct Part {
        std::int64_t from;
        std::int64_t to;
    };
    /// The nodes of row (y, z) that the layers change: the whole row, or at most its two ends.
    std::array<Part, 2> changed_parts(std::int64_t y, std::int64_t z) const;
    /// Adds the terms of the layers to u* of some rows.
    void update(const Tile& rows, const T* current, T* next, const FactorView<T>& factor);

    void add_state(std::vector<StateArray>& state);

  private:
    struct Memory {
        LayerSlab slab;
        FieldArray<T> psi;
        FieldArray<T> zeta;
        std::vector<T> decay;  ///< per value of a row of memory, with zeros before and behind the layer
        std::vector<T> gain;
    };

    LayerRows<T> rows_of(const Memory& memory, std::int64_t y, std::int64_t z, std::int64_t rows,
                         const T* current) const;
    void move_psi(Memory& memory, std::int64_t y, std::int64_t z, std::int64_t rows, const T* current);
    void update_rows(Memory& memory, std::int64_t y, std::int64_t z, std::int64_t rows, const T* current, T* next,
                     const FactorView<T>& factor);
    void update_ends(Memory& memory, const Tile& rows, const T* current, T* next, const FactorView<T>& factor);

    FieldLayout layout_;
    LayerKernels<T> kernels_;
    LayerStencil<T> stencil_{};
    std::vector<Memory> memories_;
    std::vector<T> zero_row_;  ///< used in place of rows outside a layer
    bool has_first_sweep_;
};

/// Bytes that a LayerPass allocates.
std::int64_t layer_pass_bytes(const ProblemShape& problem);

}  // namespace wavesim::cpu
