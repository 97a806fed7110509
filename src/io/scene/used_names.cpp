// SPDX-License-Identifier: MIT
#include "io/scene/used_names.hpp"

#include <algorithm>

namespace wavesim {

bool UsedNames::add(const std::string& name) {
    const std::size_t space = name.rfind(' ');
    const std::string digits = space == std::string::npos ? "" : name.substr(space + 1);
    const bool number = !digits.empty() && digits.size() <= 18 && (digits == "0" || digits[0] != '0') &&
                        std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    if (!number) return !add(name, -1, -1);
    const std::int64_t n = std::stoll(digits);
    return !add(name.substr(0, space), n, n);
}

std::optional<std::int64_t> UsedNames::add(const std::string& base, std::int64_t from, std::int64_t to) {
    Ranges& taken = numbers_of_base_[base];
    std::optional<std::int64_t> first_taken;
    auto range = taken.upper_bound(from);
    if (range != taken.begin() && std::prev(range)->second >= from) --range;
    while (range != taken.end() && range->first <= to) {  // join overlapping ranges
        if (!first_taken) first_taken = std::max(from, range->first);
        from = std::min(from, range->first);
        to = std::max(to, range->second);
        range = taken.erase(range);
    }
    taken.emplace(from, to);
    return first_taken;
}

}  // namespace wavesim
