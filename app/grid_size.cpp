// SPDX-License-Identifier: MIT
#include "app/grid_size.hpp"

#include <fmt/core.h>

#include <charconv>
#include <vector>

#include "app/errors.hpp"

namespace wavesim {

Extent grid_of_size(const std::string& text) {
    std::vector<std::int64_t> n;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        const bool separated = next == end || (*next == 'x' && next + 1 != end);
        if (error != std::errc{} || value < 1 || value > 100000 || !separated) n.resize(4);
        if (n.size() > 3) break;
        n.push_back(value);
        at = next == end ? next : next + 1;
    }
    if ((n.size() == 1 && n[0] == 1) || (n.size() == 3 && n[1] == 1))
        throw UsageError(fmt::format("--size '{}' has one plane of nodes; a 2D grid is NXxNZ", text));
    if (n.size() == 1) return {n[0], n[0], n[0]};
    if (n.size() == 2) return {n[0], 1, n[1]};
    if (n.size() == 3) return {n[0], n[1], n[2]};
    throw UsageError(fmt::format("--size '{}' is neither N, NXxNZ nor NXxNYxNZ", text));
}

}  // namespace wavesim
