// SPDX-License-Identifier: MIT
#include "io/scene/segy_reading.hpp"

#include <nlohmann/json.hpp>

namespace wavesim {

using nlohmann::json;

SegyHints segy_hints(const json& value) {
    SegyHints hints;
    if (value.contains("samples")) hints.samples = value["samples"].get<std::int64_t>();
    if (value.contains("byte_order")) hints.big_endian = value["byte_order"] == "big";
    return hints;
}

SegyReading segy_reading(const json& value) {
    SegyReading reading;
    reading.layout = segy_hints(value);
    reading.depths_said = value.contains("depths");
    reading.depths_positive = value.value("depths", "negative") == "positive";
    for (const SegyUnitRow& unit : segy_units)
        if (value.value("coordinate_unit", "") == unit.word) reading.unit_m = unit.metres;
    const json bytes = value.value("bytes", json::object());
    for (std::size_t i = 0; i < segy_fields.size(); ++i)
        reading.first_byte[i] = bytes.value(std::string(segy_fields[i].word), segy_fields[i].byte);
    return reading;
}

}  // namespace wavesim
