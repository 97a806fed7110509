// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/fitted_cards.hpp"

#include <algorithm>
#include <iterator>

namespace wavesim {

const FittedCard& card_of(const Gpu& gpu) {
    const auto* const own = std::ranges::find_if(
        fitted_cards, [&gpu](const FittedCard& card) { return std::string_view(gpu.name).starts_with(card.name); });
    return own == std::end(fitted_cards) ? fitted_cards[0] : *own;
}

}  // namespace wavesim
