// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Number of lines of a class or alias of an embedded kernel header, without comments and blank lines. It includes the
/// lines of everything that the class names in that header or in included headers, recursively. Lines of primitives.cuh
/// and of the headers of arguments are not counted. 0 for an unknown name.
int kernel_lines(const std::string& header, const std::string& name);

}  // namespace wavesim
