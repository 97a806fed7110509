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

/// One quantity of ISO 3382-1: its name, unit and value.
struct RoomQuantity {
    const char* name;                     ///< T20
    const char* key;                      ///< t20_s
    const char* unit;                     ///< s
    int digits;                           ///< digits after the decimal point
    bool single;                          ///< has a single number, see single_number()
    double (*value)(const RoomNumbers&);  ///< NaN if it is not valid
    DecayFault (*fault)(const RoomNumbers&);
    /// Just noticeable difference (ISO 3382-1, table A.1), in the unit of the quantity or as a fraction of the value. 0
    /// if there is none.
    double noticeable = 0, noticeable_share = 0;
};
const std::vector<RoomQuantity>& room_quantities();

/// Whether any quantity is valid.
bool has_numbers(const RoomNumbers& band);

/// Mean and standard deviation over the responses with a valid value.
struct Spread {
    double mean = 0, deviation = 0;
    std::size_t count = 0;
};
Spread spread_of(const std::vector<ResponseNumbers>& responses, std::size_t band, const RoomQuantity& quantity);

/// Mean of the octaves of 500 and 1000 Hz (ISO 3382-1, table A.1) over all responses. Of reverberation times in thirds
/// it is that of the six thirds in these octaves, 400 to 1250 Hz. NaN if the mean of a band is not known.
double single_number(const std::vector<ResponseNumbers>& responses, const RoomQuantity& quantity);

}  // namespace wavesim
