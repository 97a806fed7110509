// SPDX-License-Identifier: MIT
#include "programs/blocking_configuration.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace wavesim {

namespace {

constexpr int most_threads = 1024;
constexpr int most_levels = 32;

std::string words_between(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return text;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t value = 0;
    const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || next != text.data() + text.size() || value < 0 || value > 1'000'000) return {};
    return value;
}

std::string set_number(int& value, std::string_view key, std::string_view text) {
    const auto number = whole_number(text);
    if (!number || *number < 1) return std::string(key) + "=" + std::string(text) + ": a whole number is expected";
    value = static_cast<int>(*number);
    return {};
}

/// `32x16`, or `256` for 256x1.
std::string set_pair(int& x, int& y, std::string_view key, std::string_view text) {
    const std::size_t cross = text.find('x');
    std::string fault = set_number(x, key, text.substr(0, cross));
    if (!fault.empty()) return fault;
    y = 1;
    return cross == text.npos ? std::string{} : set_number(y, key, text.substr(cross + 1));
}

template <class E>
std::string set_word(E& value, std::string_view key, std::string_view text) {
    const auto found = value_of<E>(text);
    if (!found)
        return std::string(key) + "=" + std::string(text) + ": " + words_between(words_of<E>()) + " is expected";
    value = *found;
    return {};
}

std::string set_one(BlockingConfiguration& c, std::string_view key, std::string_view text) {
    if (key == "bT") return set_number(c.levels, key, text);
    if (key == "tile") return set_pair(c.tile_x, c.tile_y, key, text);
    if (key == "nodes") return set_pair(c.nodes_x, c.nodes_y, key, text);
    if (key == "blocks") return set_number(c.blocks, key, text);
    if (key == "registers") return set_word(c.registers, key, text);
    if (key == "planes") return set_word(c.planes, key, text);
    if (key == "sums") return set_word(c.sums, key, text);
    if (key == "lanes") {
        if (text != "yes" && text != "no") return "lanes=" + std::string(text) + ": yes or no is expected";
        c.lanes = text == "yes";
        return {};
    }
    if (key == "stream") {
        const auto number = whole_number(text);
        if (!number) return "stream=" + std::string(text) + ": a number of planes is expected, 0 for all";
        c.stream = *number;
        return {};
    }
    return "there is no key '" + std::string(key) +
           "'; there are bT, tile, nodes, registers, planes, sums, lanes, stream and blocks";
}

}  // namespace

std::string to_text(const BlockingConfiguration& c) {
    const auto word = [](auto value) { return std::string(word_of(value)); };
    return "bT=" + std::to_string(c.levels) + " tile=" + std::to_string(c.tile_x) + "x" + std::to_string(c.tile_y) +
           " nodes=" + std::to_string(c.nodes_x) + "x" + std::to_string(c.nodes_y) + " registers=" + word(c.registers) +
           " planes=" + word(c.planes) + " sums=" + word(c.sums) + " lanes=" + (c.lanes ? "yes" : "no") +
           " stream=" + std::to_string(c.stream) + " blocks=" + std::to_string(c.blocks);
}

std::string change_configuration(BlockingConfiguration& configuration, const std::string& text) {
    constexpr std::string_view separators = " ,";
    std::string_view rest = text;
    while (true) {
        const std::size_t start = rest.find_first_not_of(separators);
        if (start == rest.npos) return {};
        rest.remove_prefix(start);
        const std::string_view part = rest.substr(0, rest.find_first_of(separators));
        rest.remove_prefix(part.size());
        const std::size_t sign = part.find('=');
        if (sign == part.npos) return "'" + std::string(part) + "' is not written as key=value";
        std::string fault = set_one(configuration, part.substr(0, sign), part.substr(sign + 1));
        if (!fault.empty()) return fault;
    }
}

int shared_bytes(const ProgramDemand& program, const BlockingConfiguration& c, Precision precision) {
    if (program.dims == 2 && c.lanes) return 0;
    const int radius = program.radius;
    const int pad = c.lanes ? 0 : (radius + c.nodes_x - 1) / c.nodes_x * c.nodes_x;
    const int layer = (c.tile_x + 2 * pad) * (c.tile_y + 2 * program.radius_y);
    const int layers = c.sums == SumScheme::whole && program.diagonals ? 2 * radius + 1 : 1;
    const int buffers = c.planes == PlaneScheme::lagged                         ? 2 * c.levels
                        : c.planes == PlaneScheme::alternating || c.levels == 1 ? 2
                                                                                : c.levels;
    return layer * layers * buffers * static_cast<int>(bytes_of(precision));
}

std::string why_not(const ProgramDemand& program, const BlockingConfiguration& c, Precision precision,
                    int shared_limit) {
    const int radius = program.radius;
    if (c.levels < 1 || c.levels > most_levels) return "bT lies between 1 and " + std::to_string(most_levels);
    if (c.nodes_x != 1 && c.nodes_x != 2 && c.nodes_x != 4 && c.nodes_x != 8)
        return "a thread has 1, 2, 4 or 8 nodes along x";
    if (c.nodes_y < 1 || c.nodes_y > 8) return "a thread has 1 to 8 nodes along y";
    if (program.dims == 2 && (c.tile_y != 1 || c.nodes_y != 1))
        return "in 2D a block is one row: tile and nodes end in x1";
    if (c.tile_x % c.nodes_x != 0 || c.tile_y % c.nodes_y != 0) return "the nodes of a thread do not divide the tile";
    if (c.threads() < 32 || c.threads() > most_threads || c.threads() % 32 != 0)
        return "a block has " + std::to_string(c.threads()) + " threads; it may have 32 to 1024, in warps of 32";
    if (c.blocks < 1 || c.blocks > 32 || c.blocks * c.threads() > 2048)
        return "a multiprocessor has room for 1 to 32 blocks and at most 2048 threads";
    if (c.lanes && (c.tile_x != 32 * c.nodes_x || radius > c.nodes_x))
        return "with lanes a row of the tile is one warp of 32 threads, and the radius is at most the nodes of a "
               "thread";
    if (c.valid_x(radius) <= 0 || c.valid_y(radius, program.dims) <= 0)
        return "the tile has no node left: " + std::to_string(c.levels) + " iterations take " +
               std::to_string(c.levels * radius) + " nodes at each side";
    if (c.sums != SumScheme::whole && !program.sum)
        return "the formula is no weighted sum, which sums=" + std::string(word_of(c.sums)) + " needs; sums=whole";
    if (const int bytes = shared_bytes(program, c, precision); bytes > shared_limit)
        return "a block needs " + std::to_string(bytes) + " bytes of shared memory and may have " +
               std::to_string(shared_limit);
    return {};
}

}  // namespace wavesim
