// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace wavesim {

/// Names that are in use. Names that end in a number are stored as ranges, so a line of a million receivers needs one
/// entry.
class UsedNames {
  public:
    /// Adds a name; false if it was used before.
    bool add(const std::string& name);
    /// Adds "base from" ... "base to"; returns the first number that was used before, if any.
    std::optional<std::int64_t> add(const std::string& base, std::int64_t from, std::int64_t to);

  private:
    using Ranges = std::map<std::int64_t, std::int64_t>;  ///< first and last number, disjoint
    std::map<std::string, Ranges> numbers_of_base_;       ///< -1: the base itself, without a number
};

}  // namespace wavesim
