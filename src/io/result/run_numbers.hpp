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

/// Name of a response: the receiver, and with several shots the source or the number of the shot.
std::string response_name(const Scene& scene, std::int64_t shot, const std::string& receiver);

/// Numbers of the responses of all complete shots, after absorption in air if the scene has such air. None unless the
/// scene requests them (Outputs::metrics).
std::vector<ResponseNumbers> run_numbers(const PlanOutline& plan, const TraceSource& traces);

/// Files of a run that requests numbers, relative to its folder.
inline constexpr const char* numbers_csv_name = "numbers.csv";
inline constexpr const char* means_csv_name = "means.csv";
inline constexpr const char* numbers_json_name = "numbers.json";
/// Writes these files if there are numbers. Throws EnvironmentError (io).
void write_number_files(OutputFiles& files, const std::vector<ResponseNumbers>& numbers);

}  // namespace wavesim
