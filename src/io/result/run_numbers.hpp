// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"
#include "io/result/output_files.hpp"
#include "io/result/trace_source.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// What a response is called: the receiver, where there are several shots behind the source or the number of the shot.
std::string response_name(const Scene& scene, std::int64_t shot, const std::string& receiver);

/// Numbers of all responses of whole shots, in air that absorbs where the scene has such air; none where the scene does
/// not ask for them (Outputs::metrics).
std::vector<ResponseNumbers> run_numbers(const PlanOutline& plan, const TraceSource& traces);

/// Files of a run that asks for numbers, relative to its folder.
inline constexpr const char* numbers_csv_name = "numbers.csv";
inline constexpr const char* numbers_json_name = "numbers.json";
/// Writes both where there are numbers. Throws EnvironmentError (io).
void write_number_files(OutputFiles& files, const std::vector<ResponseNumbers>& numbers);

}  // namespace wavesim
