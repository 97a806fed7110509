// SPDX-License-Identifier: MIT
#include "boundary/quartic_roots.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace wavesim {

std::array<std::complex<double>, 4> quartic_roots(const std::array<std::complex<double>, 5>& terms, double scale) {
    using Complex = std::complex<double>;
    std::array<Complex, 4> roots;
    for (std::size_t i = 0; i < 4; ++i) roots[i] = scale * std::pow(Complex(0.4, 0.9), static_cast<double>(i));
    for (int iteration = 0; iteration < 200; ++iteration) {
        double most = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            Complex value = terms[4], others = terms[4];
            for (std::size_t j = 4; j-- > 0;) value = value * roots[i] + terms[j];
            for (std::size_t j = 0; j < 4; ++j)
                if (j != i) others *= roots[i] - roots[j];
            if (others == 0.0) continue;  // two roots coincide
            const Complex change = value / others;
            roots[i] -= change;
            most = std::max(most, std::abs(change));
        }
        if (most < 1e-8 * scale) break;
    }
    return roots;
}

}  // namespace wavesim
