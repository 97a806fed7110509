// SPDX-License-Identifier: MIT
#include <cstddef>

#include "stencils/scheme/weights.hpp"

namespace wavesim {

std::vector<double> leggy_weights(int m) {
    // beta_{M,k} = 2 (-1)^{k+1} (M!)^2 / (k^2 (M-k)! (M+k)!); the factorials enter as the running ratio
    // (M!)^2 / ((M-k)! (M+k)!) = prod_{i=1..k} (M-i+1) / (M+i).
    std::vector<double> beta;
    long double ratio = 1;
    for (int k = 1; k <= m; ++k) {
        ratio *= static_cast<long double>(m - k + 1) / static_cast<long double>(m + k);
        const long double value = 2 * ratio / (static_cast<long double>(k) * k);
        beta.push_back(static_cast<double>(k % 2 == 1 ? value : -value));
    }
    return beta;
}

std::vector<double> leggy_first_difference(int m) {
    // c_{M,k} = (-1)^{k+1} (M!)^2 / (k (M-k)! (M+k)!) = k beta_{M,k} / 2
    std::vector<double> c = leggy_weights(m);
    for (std::size_t k = 0; k < c.size(); ++k) c[k] *= static_cast<double>(k + 1) / 2;
    return c;
}

double leggy_symbol_max(int m) {
    // sigma_M(pi) = sum_{j=1..M} 2 * 4^j ((j-1)!)^2 / (2j)!, term ratio 4 j^2 / ((2j+1)(2j+2)), first term 4.
    long double term = 4;
    long double sum = 0;
    for (int j = 1; j <= m; ++j) {
        sum += term;
        term *= 4.0L * j * j / ((2.0L * j + 1) * (2.0L * j + 2));
    }
    return static_cast<double>(sum);
}

}  // namespace wavesim
