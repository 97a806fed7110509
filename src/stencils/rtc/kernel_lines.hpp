// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Lines that a class or alias of an embedded kernel header is made of, without comments and blank lines. Its own
/// count, and those of all that it names in that header or in others that it includes, and so on. What primitives.cuh
/// and the arguments have does not. 0 where there is no such name.
int kernel_lines(const std::string& header, const std::string& name);

}  // namespace wavesim
