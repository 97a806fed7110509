// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "acoustics/room_numbers.hpp"

namespace wavesim {

/// The numbers of one response in all its bands.
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
    /// Just noticeable difference (ISO 3382-1, table A.1), in its unit or as a share of the value; 0 where there is
    /// none.
    double noticeable = 0, noticeable_share = 0;
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

/// Means of all responses at 500 and 1000 Hz; NaN where one of them is not known.
double single_number(const std::vector<ResponseNumbers>& responses, const RoomQuantity& quantity);

}  // namespace wavesim
