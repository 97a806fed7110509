// SPDX-License-Identifier: MIT
#include "stencils/problem/passes.hpp"

namespace wavesim {

HaloImage halo_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high) {
    int sign = 1;
    while (t < 0 || t >= n) {
        const bool below = t < 0;
        switch (below ? low : high) {
            case HaloRule::zero: return {0, 0};
            case HaloRule::odd_half: sign = -sign; [[fallthrough]];
            case HaloRule::mirror_half: t = below ? -1 - t : 2 * n - 1 - t; break;
            case HaloRule::mirror_whole:
                if (n == 1) return {0, sign};
                t = below ? -t : 2 * (n - 1) - t;
                break;
        }
    }
    return {t, sign};
}

}  // namespace wavesim
