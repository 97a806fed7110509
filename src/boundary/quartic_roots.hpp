// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <complex>

namespace wavesim {

/// The roots of terms[0] + terms[1] x + ... + terms[4] x^4, terms[4] not 0, to about 1e-8 of `scale`, the size of the
/// roots. Method: Durand and Kerner.
std::array<std::complex<double>, 4> quartic_roots(const std::array<std::complex<double>, 5>& terms, double scale);

}  // namespace wavesim
