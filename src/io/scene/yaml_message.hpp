// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wavesim {

/// The tab among the spaces and dashes that a line starts with, as its offset in the line, where it may be what the
/// YAML parser complains about.
std::optional<std::size_t> indenting_tab(const std::string& parser_message, std::string_view line);

/// Says in words of a user what the YAML parser complains about; `at` is the text from the place of the fault on.
std::string explain_yaml_error(const std::string& parser_message, std::string_view at);

/// A key that is written as in another language: `size=3`, `size:3` or `size 3`.
struct KeySlip {
    std::size_t column = 0;  ///< of the key, in bytes from 0
    std::string key;
    std::string message;
    std::string suggestion;
};

/// The slip that a line consists of, where it looks like one.
std::optional<KeySlip> find_key_slip(std::string_view line);

}  // namespace wavesim
