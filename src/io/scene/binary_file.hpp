// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace wavesim {

/// What a file that begins with these bytes is, "a PNG picture" for example; empty where they may begin a text.
std::string binary_file_kind(std::string_view bytes);

}  // namespace wavesim
