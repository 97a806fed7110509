// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace wavesim::schema {

/// What a surface is, as a block of keys; the same or its name; the same or what only a side of the domain can be.
nlohmann::json surface_object();
nlohmann::json surface(const char* description);
nlohmann::json side(const char* description);

}  // namespace wavesim::schema
