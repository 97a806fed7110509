// SPDX-License-Identifier: MIT
#include "app/chosen_numbers.hpp"

#include <fmt/core.h>

#include <charconv>
#include <numeric>
#include <set>
#include <sstream>

#include "app/errors.hpp"

namespace wavesim {

std::string missing_numbers(const std::string& text) {
    return text.empty() ? "no number is given (is a variable empty?); write 1-16,20, for example" : "";
}

std::vector<std::size_t> chosen_numbers(const std::string& text, std::size_t count, const std::string& option) {
    std::vector<std::size_t> chosen(count);
    std::iota(chosen.begin(), chosen.end(), 0);
    if (text.empty()) return chosen;
    std::set<std::size_t> numbers;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t dash = part.find('-');
        const auto number = [&](const std::string& digits) {
            std::size_t value = 0;
            const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
            if (parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size() || value < 1)
                throw UsageError(
                    fmt::format("{}: '{}' is no number or range; write 1-16,20, for example", option, part));
            return value;
        };
        const std::size_t first = number(part.substr(0, dash));
        const std::size_t last = dash == std::string::npos ? first : number(part.substr(dash + 1));
        if (last < first || last > count)
            throw UsageError(fmt::format("{}: '{}' does not lie in 1-{}", option, part, count));
        for (std::size_t i = first; i <= last; ++i) numbers.insert(i - 1);
    }
    return {numbers.begin(), numbers.end()};
}

}  // namespace wavesim
