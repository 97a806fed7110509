// SPDX-License-Identifier: MIT
#include "io/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace wavesim {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> two_up(width);
    std::vector<std::size_t> up(width);
    std::vector<std::size_t> row(width);
    for (std::size_t j = 0; j < width; ++j) up[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            row[j] = std::min({up[j] + 1, row[j - 1] + 1, up[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], two_up[j - 2] + 1);
            }
        }
        std::swap(two_up, up);
        std::swap(up, row);
    }
    return up[b.size()];
}

/// Words of other programs and the corresponding words of wavesim.
constexpr auto synonyms = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"gpu", "auto"},
    {"cuda", "auto"},
    {"nvidia", "auto"},
    {"vp", "sound_speed"},
    {"vp", "sound_speeds"},
    {"v", "sound_speed"},
    {"v", "sound_speeds"},
    {"c", "sound_speed"},
    {"velocity", "sound_speed"},
    {"velocities", "sound_speeds"},
    {"rho", "density"},
    {"rho", "densities"},
    {"top", "z_max"},
    {"bottom", "z_min"},
});

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& names) {
    constexpr std::size_t longest = 64;  // longer words are not typing mistakes, and the cost is quadratic in the
                                         // length
    if (word.empty() || word.size() > longest) return {};
    const std::string wanted = lower(word);
    for (const auto& [typed, meant] : synonyms)
        if (typed == wanted && std::ranges::find(names, meant) != names.end()) return std::string(meant);
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(wanted, lower(name));
        if (distance < best_distance) {
            best_distance = distance;
            best = name;
        }
    }
    if (!best.empty() || wanted.size() < 3) return best;
    for (const std::string& name : names)  // "tow" for "towed"
        if (lower(name).starts_with(wanted)) return name;
    if (wanted.size() < 4) return best;
    for (const std::string& name : names) {  // "frequency" for "peak_frequency", and vice versa
        const std::string candidate = lower(name);
        if (candidate.find(wanted) != std::string::npos) return name;
        if (candidate.size() >= 4 && wanted.find(candidate) != std::string::npos) return name;
    }
    return {};
}

}  // namespace wavesim
