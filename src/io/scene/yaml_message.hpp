// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wavesim {

/// Offset of a tab among the leading spaces and dashes of a line, if it may be the cause of the YAML parser's error.
std::optional<std::size_t> indenting_tab(const std::string& parser_message, std::string_view line);

/// Explains an error of the YAML parser in the user's terms; `at` is the text from the position of the fault on.
std::string explain_yaml_error(const std::string& parser_message, std::string_view at);

/// A key written as in another language: `size=3`, `size:3` or `size 3`.
struct KeySlip {
    std::size_t column = 0;  ///< of the key, in bytes from 0
    std::string key;
    std::string message;
    std::string suggestion;
};

/// The slip that a line consists of, if it looks like one.
std::optional<KeySlip> find_key_slip(std::string_view line);

}  // namespace wavesim
