// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace wavesim::schema {

/// Schemas of a surface: as a block of keys; as a block or its name; as either of these or a kind only for sides of the
/// domain.
nlohmann::json surface_object();
nlohmann::json surface(const char* description);
nlohmann::json side(const char* description);

}  // namespace wavesim::schema
