// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace wavesim {

/// What `bench --forms` prints: the backends that `auto` may take, those of the gallery, and the pairs of kernels. Each
/// can be measured by its name.
std::string forms_text();
/// The same with `backends` and `gallery` (name and summary), and the names of all `pairs`.
nlohmann::ordered_json forms_json();

}  // namespace wavesim
