// SPDX-License-Identifier: MIT
// The bulk step of some rows, see RowStencilView for the formula. Per node it reads u about once and v once from
// memory and writes v; from cache it reads one value per row of the stencil, whatever the points in the row.
#include "stencils/cpu/ball_kernel.hpp"
#include "stencils/cpu/buffered_kernel.hpp"
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/star_kernel.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Chunk by chunk, so that the rows around an output row are still in the first-level cache for the next row.
template <class Part, class T>
void sweep(const RowStencilView<T>& s, const Panel<T>& panel) {
    for (std::int64_t x = 0; x < panel.count; x += panel.chunk) {
        const std::int64_t count = panel.count - x < panel.chunk ? panel.count - x : panel.chunk;
        for (std::int64_t y = 0; y < panel.rows; ++y) {
            const std::int64_t first = y * panel.row_pitch + x;
            Part::update(s, panel, panel.u + first, panel.v + first, count);
        }
    }
}

/// True when it was the stencil with these numbers of classes and the work is done.
template <int reach, int fours, int eights, class T>
bool sweep_known_ball(const RowStencilView<T>& s, const Panel<T>& panel) {
    if (s.class_count[0] != 0 || s.class_count[1] != fours || s.class_count[2] != eights) return false;
    sweep<BallPart<reach, KnownClasses<reach, fours, eights, T>, T>>(s, panel);
    return true;
}

template <int reach, class T>
void sweep_ball(const RowStencilView<T>& s, const Panel<T>& panel) {
    if constexpr (reach > lanes<T>) {
        sweep<BufferedPart<T>>(s, panel);
    } else {
        if constexpr (reach == 1) {
            if (sweep_known_ball<1, 2, 0>(s, panel)) return;  // 19 and 27 points
            if (sweep_known_ball<1, 3, 0>(s, panel)) return;  // 33 points
        }
        if constexpr (reach == 2) {
            if (sweep_known_ball<2, 3, 1>(s, panel)) return;  // 57 and 81 points
            if (sweep_known_ball<2, 4, 1>(s, panel)) return;  // 93, 117 and 125 points
        }
        sweep<BallPart<reach, AnyClasses<reach, T>, T>>(s, panel);
    }
}

template <int radius, class T>
void sweep_star(const RowStencilView<T>& s, const Panel<T>& panel) {
    if constexpr (radius <= lanes<T>) {
        if (s.class_count[1] == radius) return sweep<StarPart<radius, 4, T>>(s, panel);
        if (s.class_count[0] == radius) return sweep<StarPart<radius, 2, T>>(s, panel);
    }
    sweep<WideStarPart<T>>(s, panel);
}

template <class T>
void update(const RowStencilView<T>& s, const Panel<T>& panel) {
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

void update_panel(const RowStencilView<float>& s, const Panel<float>& panel) { update(s, panel); }
void update_panel(const RowStencilView<double>& s, const Panel<double>& panel) { update(s, panel); }

}  // namespace wavesim::cpu::WAVESIM_ISA
