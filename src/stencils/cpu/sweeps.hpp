// SPDX-License-Identifier: MIT
// The bulk step of some rows; formula in RowStencilView. For *.isa.cpp files. Per node it reads u about once and v once
// from memory (and the factor where the medium varies) and writes v. From cache it reads one value per row of the
// stencil, however many points the row has.
#pragma once
#include "stencils/cpu/ball_kernel.hpp"
#include "stencils/cpu/buffered_kernel.hpp"
#include "stencils/cpu/near_kernel.hpp"
#include "stencils/cpu/star_kernel.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Updates chunk by chunk, so that the rows around an output row are still in the first-level cache for the next row.
template <class Part, int planes, class T, class AnyPanel>
void sweep_planes(const RowStencilView<T>& s, const AnyPanel& panel, std::int64_t z) {
    for (std::int64_t x = 0; x < panel.count; x += panel.chunk) {
        const std::int64_t count = panel.count - x < panel.chunk ? panel.count - x : panel.chunk;
        for (std::int64_t y = 0; y < panel.rows; ++y) {
            const std::int64_t first = z * panel.plane_pitch + y * panel.row_pitch + x;
            Part::template update<planes>(s, panel, panel.u + first, panel.v + first, count);
        }
    }
}

/// Kernels that can process several planes together get as many as fit into the registers.
template <class Part, class T, class AnyPanel>
void sweep_together(const RowStencilView<T>& s, const AnyPanel& panel) {
    constexpr int planes = vector_bytes == 64 ? 4 : 2;
    std::int64_t z = 0;
    for (; z + planes <= panel.planes; z += planes) sweep_planes<Part, planes>(s, panel, z);
    for (; z < panel.planes; ++z) sweep_planes<Part, 1>(s, panel, z);
}

template <class Part, class T, class AnyPanel>
void sweep(const RowStencilView<T>& s, const AnyPanel& panel) {
    for (std::int64_t z = 0; z < panel.planes; ++z) sweep_planes<Part, 1>(s, panel, z);
}

template <int reach, class T, class AnyPanel>
void sweep_ball(const RowStencilView<T>& s, const AnyPanel& panel) {
    if constexpr (reach > lanes<T>) {
        sweep<BufferedPart<T>>(s, panel);
    } else {
        if constexpr (reach <= 2) {
            if (s.near_rows != nullptr && s.radius <= 2) {
                if (reach == 1 && near_27.covers(*s.near_rows))
                    return sweep_together<NearPart<near_27, T, AnyPanel>>(s, panel);
                if (reach == 1 && near_33.covers(*s.near_rows))
                    return sweep_together<NearPart<near_33, T, AnyPanel>>(s, panel);
                if (near_57.covers(*s.near_rows)) return sweep_together<NearPart<near_57, T, AnyPanel>>(s, panel);
                if (near_125.covers(*s.near_rows)) return sweep_together<NearPart<near_125, T, AnyPanel>>(s, panel);
            }
        }
        sweep<BallPart<reach, T>>(s, panel);
    }
}

template <int radius, class T, class AnyPanel>
void sweep_star(const RowStencilView<T>& s, const AnyPanel& panel) {
    // In 2D all classes have 2 rows, in 3D 4.
    if (s.class_count[0] == 0) return sweep_together<StarPart<radius, 3, T>>(s, panel);
    sweep_together<StarPart<radius, 2, T>>(s, panel);
}

template <class T, class AnyPanel>
void update(const RowStencilView<T>& s, const AnyPanel& panel) {
    switch (s.reach) {
        case 0: break;
        case 1: return sweep_ball<1>(s, panel);
        case 2: return sweep_ball<2>(s, panel);
        case 3: return sweep_ball<3>(s, panel);
        case 4: return sweep_ball<4>(s, panel);
        default: return sweep<BufferedPart<T>>(s, panel);
    }
    switch (s.radius) {
        case 1: return sweep_star<1>(s, panel);
        case 2: return sweep_star<2>(s, panel);
        case 3: return sweep_star<3>(s, panel);
        case 4: return sweep_star<4>(s, panel);
        case 5: return sweep_star<5>(s, panel);
        case 6: return sweep_star<6>(s, panel);
        default: return sweep<WideStarPart<T>>(s, panel);
    }
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
