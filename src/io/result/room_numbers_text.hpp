// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"

namespace wavesim {

// Numbers of ISO 3382-1 as text, for at least one response.

/// A table for each response, the mean of all, and the numbers that are not valid with the reasons.
std::string analysis_text(std::vector<ResponseNumbers> responses);
/// The same without the tables of single responses if there are several.
std::string mean_numbers_text(std::vector<ResponseNumbers> responses);
/// A line per response and band. Invalid numbers are empty, and `_valid` gives the reason.
std::string analysis_csv(const std::vector<ResponseNumbers>& responses);
/// A line per band with mean, deviation and count of each number over the responses, and a line `single` with the
/// single numbers. What is not known is empty.
std::string means_csv(const std::vector<ResponseNumbers>& responses);
nlohmann::ordered_json response_json(const ResponseNumbers& response);
/// Per band the mean of each number, its deviation and how many responses have it; null where there is none.
nlohmann::ordered_json means_json(const std::vector<ResponseNumbers>& responses);
/// single_number() of each quantity that has one; null where it is not known.
nlohmann::ordered_json single_numbers_json(const std::vector<ResponseNumbers>& responses);
nlohmann::ordered_json analysis_json(const std::vector<ResponseNumbers>& responses);

}  // namespace wavesim
