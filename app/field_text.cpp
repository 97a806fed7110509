// SPDX-License-Identifier: MIT
#include "app/field_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/quantity_text.hpp"
#include "io/shown_field.hpp"

namespace wavesim {

std::string field_value_text(double value, const std::string& units) {
    return units == no_units ? fmt::format("{:.3g} (units not given)", value) : si_text(value, units);
}

std::string units_of_plan(const std::string& plan_json) {
    const nlohmann::json plan = nlohmann::json::parse(plan_json, nullptr, false);
    const bool program = plan.is_object() && plan.contains("program") && plan["program"].is_object();
    return program ? plan["program"].value("units", ShownField{}.units) : ShownField{}.units;
}

}  // namespace wavesim
