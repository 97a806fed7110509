// SPDX-License-Identifier: MIT
#include "io/scene/mesh_units.hpp"

#include <array>

namespace wavesim {

namespace {

struct Row {
    std::string_view word;
    double metres;
};
constexpr std::array<Row, 5> units{{{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}}};

}  // namespace

std::vector<std::string> mesh_unit_words() {
    std::vector<std::string> words;
    words.reserve(units.size());
    for (const Row& unit : units) words.emplace_back(unit.word);
    return words;
}

std::optional<double> metres_of_mesh_unit(std::string_view word) {
    for (const Row& unit : units)
        if (unit.word == word) return unit.metres;
    return std::nullopt;
}

}  // namespace wavesim
