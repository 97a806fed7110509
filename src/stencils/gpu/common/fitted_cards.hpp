// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>

#include "stencils/backend/gpu.hpp"

namespace wavesim {

/// A GPU to which tuned rows are fitted (docs/performance.md, docs/history/): each row names its card.
struct FittedCard {
    std::string_view name;  ///< start of Gpu::name
    int multiprocessors;
    /// Speed of the L2 cache relative to the memory, where both levels stay in the cache; fitted to the same steps as
    /// the time of a launch.
    double cache_speed;
    std::int64_t held_bytes;  ///< of both levels of a field that the L2 cache holds from step to step
};
inline constexpr std::string_view h200 = "NVIDIA H200";  // compute capability 9.0 at 1.98 GHz
inline constexpr FittedCard fitted_cards[] = {
    {.name = h200, .multiprocessors = 132, .cache_speed = 1.3, .held_bytes = 32 << 20}};
/// The card whose rows hold for a GPU: its own, or else the first one. Then the time of threads is scaled by the number
/// of multiprocessors.
const FittedCard& card_of(const Gpu& gpu);

}  // namespace wavesim
