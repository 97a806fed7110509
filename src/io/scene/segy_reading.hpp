// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "io/model/segy_structure.hpp"

namespace wavesim {

/// Fields of a trace header for which a scene may state another position than the standard.
enum class SegyField {
    source_x,
    source_y,
    source_elevation,
    source_depth,
    receiver_x,
    receiver_y,
    receiver_elevation,
    shot,
    coordinate_scalar,
    elevation_scalar
};
struct SegyFieldRow {
    std::string_view word;
    std::int64_t byte;  ///< first one, from 1
};
/// Per SegyField. Scalars have 2 bytes, the others 4. Source: SEG-Y rev 1 (SEG 2002), trace header.
inline constexpr auto segy_fields = std::to_array<SegyFieldRow>({{"source_x", 73},
                                                                 {"source_y", 77},
                                                                 {"source_elevation", 45},
                                                                 {"source_depth", 49},
                                                                 {"receiver_x", 81},
                                                                 {"receiver_y", 85},
                                                                 {"receiver_elevation", 41},
                                                                 {"shot", 9},
                                                                 {"coordinate_scalar", 71},
                                                                 {"elevation_scalar", 69}});

struct SegyUnitRow {
    std::string_view word;
    double metres;
};
inline constexpr auto segy_units = std::to_array<SegyUnitRow>({{"m", 1}, {"ft", 0.3048}, {"cm", 0.01}, {"km", 1000}});

/// How the headers of a SEG-Y file are read, as far as the scene states it.
struct SegyReading {
    SegyHints layout{};
    std::optional<double> unit_m{};  ///< unit of lengths; overrides the file
    bool depths_positive = false;    ///< fields of elevations contain depths
    bool depths_said = false;
    std::array<std::int64_t, segy_fields.size()> first_byte = [] {
        std::array<std::int64_t, segy_fields.size()> bytes{};
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = segy_fields[i].byte;
        return bytes;
    }();  ///< per SegyField; 0: the header does not have it, and the value is 0
};

/// Reads the key `segy` of a scene, which has been checked against the schema.
SegyHints segy_hints(const nlohmann::json& value);
SegyReading segy_reading(const nlohmann::json& value);

}  // namespace wavesim
