// SPDX-License-Identifier: MIT
#include "stencils/cpu/layer_pass.hpp"

#include <algorithm>

#include "stencils/cpu/at.hpp"
#include "stencils/cpu/round_up.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/scheme/weights.hpp"

namespace wavesim::cpu {

namespace {

constexpr std::array<const char*, 6> side_names{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};

/// Zeros before the first row of memory and behind the last, in values: more than any reach and any vector.
constexpr std::int64_t guard = 64;

/// Rows of a plane that the first sweep processes together along the z axis.
constexpr std::int64_t rows_together = 16;

/// If kernels load whole cache lines of u and v, the window starts at the line of the first node on which the layer
/// acts.
std::int64_t lead_of(const LayerSlab& slab, std::int64_t value_bytes) {
    if (slab.axis != 0 || !short_order(static_cast<int>(slab.reach))) return 0;
    const std::int64_t line = 64 / value_bytes;
    return slab.from - std::max<std::int64_t>(slab.from - slab.reach, 0) / line * line;
}

std::int64_t pitch_of(const LayerSlab& slab, const Extent& extent, std::int64_t value_bytes) {
    const std::int64_t line = 64 / value_bytes;
    if (slab.axis == 0) {
        // Between the layers of two rows there are zeros for all that D reads beyond the nodes on which one of them
        // acts. Kernels that read neighbours from memory load and store whole vectors; for a short order these are
        // vectors of at most two values.
        if (short_order(static_cast<int>(slab.reach)))
            return round_up(std::max(slab.width + 2 * slab.reach + 1, slab.lead + slab.width + slab.behind()), line);
        const std::int64_t stored = round_up(slab.width, line);
        const std::int64_t read = round_up(slab.width + slab.reach, line) + slab.reach;
        return round_up(std::max(stored + 2 * slab.reach, read), line);
    }
    const std::int64_t pitch = round_up(extent.nx, line);
    return pitch * value_bytes % 512 == 0 ? pitch + line : pitch;  // avoids that rows compete for cache sets
}

/// Calls act(i, count) for the numbers that are `wanted`, several at a time if kernels are compiled for the order.
template <class Wanted, class Act>
void for_each_group(const LayerSlab& slab, std::int64_t from, std::int64_t to, const Wanted& wanted, const Act& act) {
    const std::int64_t most = known_order(static_cast<int>(slab.reach)) ? layer_rows : 1;
    for (std::int64_t i = from; i < to;) {
        const bool whole = i + most <= to && wanted(i) && wanted(i + most - 1);
        const std::int64_t count = whole ? most : 1;
        if (wanted(i)) act(i, count);
        i += count;
    }
}

std::int64_t zero_row_values(const ProblemShape& problem) {
    return problem.layers.any() ? problem.extent.nx + 2 * guard : 0;
}

}  // namespace

std::int64_t LayerSlab::row(std::int64_t y, std::int64_t z, const Extent& extent) const {
    const std::int64_t number = axis == 0   ? y + extent.ny * z
                                : axis == 1 ? (y - from) + width * z
                                            : y + extent.ny * (z - from);
    return guard + number * pitch;
}

std::vector<LayerSlab> make_slabs(const ProblemShape& problem) {
    const Extent& e = problem.extent;
    std::vector<LayerSlab> slabs;
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool high : {false, true}) {
            LayerSlab slab{};
            slab.axis = axis;
            slab.high = high;
            slab.width = problem.layers.of(axis, high);
            if (slab.width == 0) continue;
            slab.from = high ? e.along(axis) - slab.width : 0;
            slab.reach = problem.layers.half_order;
            slab.lead = lead_of(slab, bytes_of(problem.precision));
            slab.pitch = pitch_of(slab, e, bytes_of(problem.precision));
            slab.rows = axis == 0 ? e.ny * e.nz : slab.width * (axis == 1 ? e.nz : e.ny);
            slab.values = slab.rows * slab.pitch + 2 * guard;
            slabs.push_back(slab);
        }
    }
    return slabs;
}

template <class T>
LayerPass<T>::LayerPass(const ProblemShape& problem, double push, const FieldLayout& layout,
                        const LayerKernels<T>& kernels)
    : layout_(layout),
      kernels_(kernels),
      zero_row_(at(zero_row_values(problem))),
      has_first_sweep_(problem.layers.cross_rows()) {
    const AbsorbingLayers& layers = problem.layers;
    stencil_.half_order = layers.half_order;
    stencil_.averaged = layers.averaged;
    stencil_.push = static_cast<T>(push);
    const std::vector<double> first = leggy_first_difference(layers.half_order);
    const std::vector<double> second = leggy_weights(layers.half_order);
    std::copy(first.begin(), first.end(), stencil_.first + 1);
    std::copy(second.begin(), second.end(), stencil_.second + 1);
    for (const LayerSlab& slab : make_slabs(problem)) {
        Memory memory{slab, FieldArray<T>(slab.values), FieldArray<T>(slab.values), {}, {}};
        const auto table = [&](const std::vector<double>& values) {
            std::vector<T> result(at(slab.lead + slab.width + guard));
            std::copy_n(values.begin() + slab.from, slab.width, result.begin() + slab.lead);
            return result;
        };
        memory.decay = table(layers.decay[at(slab.axis)]);
        memory.gain = table(layers.gain[at(slab.axis)]);
        for (FieldArray<T>* array : {&memory.psi, &memory.zeta}) {
            std::fill_n(array->data(), guard, T(0));
            std::fill_n(array->data() + slab.values - guard, guard, T(0));
        }
        memories_.push_back(std::move(memory));
    }
}

template <class T>
void LayerPass<T>::clear(const Tile& tile) {
    for (Memory& memory : memories_) {
        const LayerSlab& slab = memory.slab;
        for (std::int64_t z = tile.z_from; z < tile.z_to; ++z) {
            for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
                if (slab.axis != 0 && !slab.holds(slab.axis == 1 ? y : z)) continue;
                const std::int64_t row = slab.row(y, z, layout_.extent);
                std::fill_n(memory.psi.data() + row, slab.pitch, T(0));
                std::fill_n(memory.zeta.data() + row, slab.pitch, T(0));
            }
        }
    }
}

template <class T>
LayerRows<T> LayerPass<T>::rows_of(const Memory& memory, std::int64_t y, std::int64_t z, std::int64_t rows,
                                   const T* current) const {
    const LayerSlab& slab = memory.slab;
    const bool flat = layout_.halo_y == 0;
    LayerRows<T> result{};
    result.u = current + layout_.at(0, y, z);
    result.step = slab.axis == 1 ? layout_.row_pitch : layout_.plane_pitch;
    result.beside[0] = 1;
    result.beside[1] = flat ? 0 : slab.axis == 1 ? layout_.plane_pitch : layout_.row_pitch;
    result.count = layout_.extent.nx;
    result.rows = rows;
    const std::int64_t next = slab.axis == 1 ? rows : 1;
    result.ahead = next * slab.pitch;
    result.u_ahead = slab.reach * result.step + next * layout_.row_pitch;
    for (std::int64_t k = 0; k < rows; ++k) {
        const std::int64_t depth = (slab.axis == 1 ? y : z) + k - slab.from;
        if (depth < 0 || depth >= slab.width) continue;
        result.decay[k] = memory.decay[at(depth)];
        result.gain[k] = memory.gain[at(depth)];
    }
    return result;
}

template <class T>
void LayerPass<T>::update_psi(const Tile& tile, const T* current) {
    update_psi(tile, current, 1);
    update_psi(tile, current, 2);
}

template <class T>
void LayerPass<T>::update_psi(const Tile& tile, const T* current, int axis) {
    for (Memory& memory : memories_) {
        const LayerSlab& slab = memory.slab;
        if (slab.axis != axis) continue;
        const auto held = [&](std::int64_t i) { return slab.holds(i); };
        if (axis == 1) {
            for (std::int64_t z = tile.z_from; z < tile.z_to; ++z)
                for_each_group(slab, tile.y_from, tile.y_to, held,
                               [&](std::int64_t y, std::int64_t rows) { move_psi(memory, y, z, rows, current); });
            continue;
        }
        // D of the z axis reads only its own row y of other planes. A few rows at a time, so that their planes stay in
        // cache.
        for (std::int64_t block = tile.y_from; block < tile.y_to; block += rows_together)
            for_each_group(slab, tile.z_from, tile.z_to, held, [&](std::int64_t z, std::int64_t planes) {
                for (std::int64_t y = block; y < std::min(block + rows_together, tile.y_to); ++y)
                    move_psi(memory, y, z, planes, current);
            });
    }
}

template <class T>
void LayerPass<T>::move_psi(Memory& memory, std::int64_t y, std::int64_t z, std::int64_t rows, const T* current) {
    const LayerSlab& slab = memory.slab;
    T* psi[layer_rows];
    for (std::int64_t k = 0; k < rows; ++k)
        psi[k] = memory.psi.data() +
                 (slab.axis == 1 ? slab.row(y + k, z, layout_.extent) : slab.row(y, z + k, layout_.extent));
    kernels_.update_psi(stencil_, rows_of(memory, y, z, rows, current), psi);
}

template <class T>
std::array<typename LayerPass<T>::Part, 2> LayerPass<T>::changed_parts(std::int64_t y, std::int64_t z) const {
    const std::int64_t nx = layout_.extent.nx;
    Part low{0, 0};
    Part high{nx, nx};
    for (const Memory& memory : memories_) {
        const LayerSlab& slab = memory.slab;
        if (slab.axis != 0 && slab.reaches(slab.axis == 1 ? y : z)) return {Part{0, nx}, Part{nx, nx}};
        if (slab.axis != 0) continue;
        if (slab.high)
            high.from = std::max<std::int64_t>(slab.from - slab.reach, 0);
        else
            low.to = std::min(slab.width + slab.reach, nx);
    }
    high.from = std::max(high.from, low.to);
    return {low, high};
}

template <class T>
void LayerPass<T>::update(const Tile& rows, const T* current, T* next, const FactorView<T>& factor) {
    for (Memory& memory : memories_) {
        const LayerSlab& slab = memory.slab;
        const auto reached = [&](std::int64_t i) { return slab.reaches(i); };
        if (slab.axis == 0) {
            update_ends(memory, rows, current, next, factor);
        } else if (slab.axis == 1) {
            for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
                for_each_group(slab, rows.y_from, rows.y_to, reached, [&](std::int64_t y, std::int64_t count) {
                    update_rows(memory, y, z, count, current, next, factor);
                });
        } else {
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y)
                for_each_group(slab, rows.z_from, rows.z_to, reached, [&](std::int64_t z, std::int64_t count) {
                    update_rows(memory, y, z, count, current, next, factor);
                });
        }
    }
}

template <class T>
void LayerPass<T>::update_rows(Memory& memory, std::int64_t y, std::int64_t z, std::int64_t rows, const T* current,
                               T* next, const FactorView<T>& factor) {
    const LayerSlab& slab = memory.slab;
    const std::int64_t i = slab.axis == 1 ? y : z;
    const auto row = [&](std::int64_t m) {
        return slab.axis == 1 ? slab.row(i + m, z, layout_.extent) : slab.row(y, i + m, layout_.extent);
    };
    std::array<const T*, 2 * radius_max + layer_rows> psi;
    for (std::int64_t m = -slab.reach; m < rows + slab.reach; ++m)
        psi[at(m + slab.reach)] = slab.holds(i + m) ? memory.psi.data() + row(m) : zero_row_.data();
    T* zeta[layer_rows];
    for (std::int64_t k = 0; k < rows; ++k) zeta[k] = slab.holds(i + k) ? memory.zeta.data() + row(k) : nullptr;
    const std::int64_t first = layout_.at(0, y, z);
    kernels_.update_rows(stencil_, rows_of(memory, y, z, rows, current), psi.data(), zeta, next + first,
                         factor.along(slab.axis).from(first));
}

template <class T>
void LayerPass<T>::update_ends(Memory& memory, const Tile& rows, const T* current, T* next,
                               const FactorView<T>& factor) {
    const LayerSlab& slab = memory.slab;
    const bool flat = layout_.halo_y == 0;
    for (std::int64_t z = rows.z_from; z < rows.z_to; ++z) {
        const std::int64_t first = layout_.at(slab.from - slab.lead, rows.y_from, z);
        const std::int64_t row = slab.row(rows.y_from, z, layout_.extent);
        LayerEnds<T> ends{};
        ends.u = current + first;
        ends.v = next + first;
        ends.factor = factor.along(slab.axis).from(first);
        ends.psi = memory.psi.data() + row;
        ends.zeta = memory.zeta.data() + row;
        ends.decay = memory.decay.data();
        ends.gain = memory.gain.data();
        ends.window = round_up(slab.lead + slab.width + slab.behind(), 64 / static_cast<std::int64_t>(sizeof(T)));
        ends.nodes = layout_.extent.nx - (slab.from - slab.lead);
        ends.lead = slab.lead;
        ends.width = slab.width;
        ends.before = slab.high ? slab.reach : 0;
        ends.behind = slab.behind();
        ends.rows = rows.y_to - rows.y_from;
        ends.row_pitch = layout_.row_pitch;
        ends.memory_pitch = slab.pitch;
        ends.beside[0] = layout_.plane_pitch;
        ends.beside[1] = flat ? 0 : layout_.row_pitch;
        kernels_.update_ends(stencil_, ends);
    }
}

template <class T>
void LayerPass<T>::add_state(std::vector<StateArray>& state) {
    for (Memory& memory : memories_) {
        const std::string side = side_names[at(2 * memory.slab.axis + (memory.slab.high ? 1 : 0))];
        const auto add = [&](const std::string& name, FieldArray<T>& array) {
            state.push_back(state_array(name + side, std::span<T>(array.data(), at(array.size()))));
            if (memory.slab.axis < 2)
                state.back().planes = even_planes(
                    layout_.extent.nz,
                    memory.slab.row(memory.slab.axis == 1 ? memory.slab.from : 0, 1, layout_.extent) - guard, guard);
        };
        add("layer_psi_", memory.psi);
        add("layer_zeta_", memory.zeta);
    }
}

std::int64_t layer_pass_bytes(const ProblemShape& problem) {
    const std::int64_t value = bytes_of(problem.precision);
    std::int64_t bytes = value * zero_row_values(problem);
    for (const LayerSlab& slab : make_slabs(problem)) bytes += 2 * allocated_bytes(slab.values * value);
    return bytes;
}

template class LayerPass<float>;
template class LayerPass<double>;

}  // namespace wavesim::cpu
