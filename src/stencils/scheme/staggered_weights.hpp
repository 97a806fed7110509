// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace wavesim {

/// Weights s_m, m = 1 .. M, of the first difference at half nodes, sum_m s_m (u_{i+m} - u_{i-m+1}), of order 2M:
/// (-1)^{m+1} ((2M-1)!!)^2 / (4^{M-1} (2m-1)^2 (M+m-1)! (M-m)!). Source: Fornberg, Math. Comp. 51 (1988), 699.
std::vector<double> staggered_weights(int half_order);

}  // namespace wavesim
