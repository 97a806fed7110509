// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace wavesim {

/// A value of the sound pressure or of a field of a program with its units, as far as they are given.
std::string field_value_text(double value, const std::string& units);

/// Units of the traces of a result, from its plan as JSON text.
std::string units_of_plan(const std::string& plan_json);

}  // namespace wavesim
