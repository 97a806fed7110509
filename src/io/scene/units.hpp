// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Kind of a physical quantity in a scene; a plain number is in the SI unit given here.
enum class Dimension {
    none,              ///< a pure number
    length,            ///< m
    time,              ///< s
    frequency,         ///< Hz
    speed,             ///< m/s
    density,           ///< kg/m3
    source_strength,   ///< Pa m
    angle,             ///< degrees, although not an SI unit
    temperature,       ///< degrees Celsius, as in weather reports
    pressure,          ///< Pa
    flow_resistivity,  ///< Pa s/m2
};
/// "length", "time", ...
std::string to_string(Dimension dimension);
/// "a length", "an angle"
std::string with_article(Dimension dimension);
Dimension dimension_named(std::string_view name);
/// SI unit, e.g. "kg/m3"; empty for pure numbers.
std::string si_unit(Dimension dimension);
/// Accepted units, SI unit first.
std::vector<std::string> units_of(Dimension dimension);

/// A number with an optional unit, read from text.
struct ParsedQuantity {
    bool ok = false;
    double value = 0;  ///< SI
    Rule rule = Rule::not_a_number;
    std::string message;
    std::string suggestion;
};
/// Reads `5 cm`, `0.05`, `1e3 Hz`, `30 %` (pure numbers only). Powers of ten are applied in the text, so that `5 cm`
/// and `0.05 m` are the same double.
ParsedQuantity parse_quantity(std::string_view text, Dimension dimension);

}  // namespace wavesim
