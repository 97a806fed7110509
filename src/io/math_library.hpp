// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Eight hexadecimal digits: a checksum of many sines, cosines, exponentials, powers and their inverses, computed with
/// the mathematical library of this system. Libraries differ in the last bit of about one value in 2000. glibc also
/// differs between CPUs with and without fused multiply-add. Signals and layers of a plan are made of such values.
std::string math_library_checksum();

}  // namespace wavesim
