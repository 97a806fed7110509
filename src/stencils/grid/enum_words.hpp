// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace wavesim {

/// The words of an enumeration in scenes, results and messages: an array `words` in the order of the enumerators. Each
/// enumeration has one such table, in `words.hpp` of its folder or in its own header.
template <class E>
struct EnumWords;

/// An enumeration that has words.
template <class E>
concept WordedEnum = std::is_enum_v<E> && requires {
    EnumWords<E>::words.size();
};

/// The word of a value. Throws std::out_of_range for a value without one.
template <WordedEnum E>
constexpr std::string_view word_of(E value) {
    return EnumWords<E>::words.at(static_cast<std::size_t>(value));
}

/// The value that a word stands for; empty for other text.
template <WordedEnum E>
constexpr std::optional<E> value_of(std::string_view word) {
    const auto& words = EnumWords<E>::words;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return std::nullopt;
    return static_cast<E>(found - words.begin());
}

/// All words in order, for schemas, options and suggestions.
template <WordedEnum E>
std::vector<std::string> words_of() {
    return {EnumWords<E>::words.begin(), EnumWords<E>::words.end()};
}

}  // namespace wavesim
