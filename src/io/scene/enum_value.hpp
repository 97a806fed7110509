// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// The value for the word of a key; `otherwise` if the key is missing because it had a fault.
template <WordedEnum E>
E enum_value(const nlohmann::json& object, const char* key, E otherwise) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) return otherwise;
    return value_of<E>(found->get_ref<const std::string&>()).value_or(otherwise);
}

}  // namespace wavesim
