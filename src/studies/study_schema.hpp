// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace wavesim {

/// The keys of a study file, in the form of the schema of scenes (io/scene/schema_words.hpp). The entries of `values`
/// may be anything that a scene key accepts, and are represented by text.
nlohmann::json study_schema();

}  // namespace wavesim
