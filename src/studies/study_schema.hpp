// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace wavesim {

/// Which keys a study file has, in the words of the schema of scenes (io/scene/schema_words.hpp). The entries of
/// `values` may be anything that a scene key takes and stand there as text.
nlohmann::json study_schema();

}  // namespace wavesim
