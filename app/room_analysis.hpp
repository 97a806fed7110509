// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acoustics/room_numbers.hpp"

namespace wavesim {

struct ResponseNumbers {
    std::string name;
    std::vector<RoomNumbers> bands;
};

/// One quantity of ISO 3382-1: its name, its unit and where it stands.
struct RoomQuantity {
    const char* name;                     ///< T20
    const char* key;                      ///< t20_s
    const char* unit;                     ///< s
    int digits;                           ///< behind the point
    bool single;                          ///< has a single number, the mean of 500 and 1000 Hz (ISO 3382-1, table A.1)
    double (*value)(const RoomNumbers&);  ///< NaN where it does not hold
    DecayFault (*fault)(const RoomNumbers&);
};
const std::vector<RoomQuantity>& room_quantities();

/// Whether any quantity holds.
bool has_numbers(const RoomNumbers& band);

/// Mean and standard deviation over responses, of those that hold.
struct Spread {
    double mean = 0, deviation = 0;
    std::size_t count = 0;
};
Spread spread_of(const std::vector<ResponseNumbers>& responses, std::size_t band, const RoomQuantity& quantity);

/// A table for each response, the mean of all and what does not hold, with the reasons.
std::string analysis_text(std::vector<ResponseNumbers> responses);
/// A line per response and band; nothing stands where a number does not hold, and `_valid` says why.
std::string analysis_csv(const std::vector<ResponseNumbers>& responses);
nlohmann::ordered_json analysis_json(const std::vector<ResponseNumbers>& responses);

}  // namespace wavesim
