// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace wavesim {

/// Kind of a file that begins with these bytes, "a PNG picture" for example; empty if they may begin a text.
std::string binary_file_kind(std::string_view bytes);

}  // namespace wavesim
