// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Number of lines of a class or alias of an embedded kernel header, without comments and blank lines. It includes,
/// recursively, the lines of all declarations of that header and of its included headers that the class uses.
/// Lines of primitives.cuh
/// and of the headers of arguments are not counted. 0 for an unknown name.
int kernel_lines(const std::string& header, const std::string& name);

}  // namespace wavesim
