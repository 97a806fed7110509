// SPDX-License-Identifier: MIT
#include "studies/study.hpp"

#include <algorithm>

namespace wavesim {

bool CollectRequest::wants(Quantity quantity) const { return std::ranges::count(quantities, quantity) > 0; }

}  // namespace wavesim
