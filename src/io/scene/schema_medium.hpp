// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace wavesim::schema {

/// The sections `medium` and `tti` of the schema.
nlohmann::json medium();
nlohmann::json tti();

}  // namespace wavesim::schema
