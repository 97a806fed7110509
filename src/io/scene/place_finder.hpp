// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/node.hpp"

namespace wavesim {

/// Converts lines and columns of the YAML parser, which count bytes from 0, to positions that count characters from 1.
class PlaceFinder {
  public:
    /// `text` must outlive the finder.
    PlaceFinder(const std::string& text, int set);
    /// Fastest for calls in the order of the text.
    Place find(int line, int column);
    /// The text of a line; empty if it does not exist.
    std::string_view line(int line) const;

  private:
    const std::string& text_;
    int set_;
    std::vector<std::size_t> line_starts_{0};
    int line_ = 0;           ///< line where counting stopped
    int column_ = 0;         ///< in bytes
    int continuations_ = 0;  ///< bytes before it that start no character
};

}  // namespace wavesim
