// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "io/hdf5_file.hpp"
#include "io/result/output_files.hpp"
#include "io/result/trace_source.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

// Impulse responses of a run whose scene requests them (Outputs::rir), as sound files and in result.h5, for complete
// shots only. All functions throw EnvironmentError (io).

/// `responses/S1_R03.wav`, beginning with the receivers of the first source; empty if no responses are requested.
std::vector<std::string> response_names(const PlanOutline& plan);
/// `responses/S1_R05_ambisonics.wav`: the four channels of ambisonic receivers in one file, named after the first.
std::vector<std::string> ambisonic_names(const PlanOutline& plan);
/// The group /responses of result.h5.
void write_responses(Hdf5Writer& file, const PlanOutline& plan, const TraceSource& traces);
/// Writes the sound files; after a stop no more are written.
void write_response_wavs(OutputFiles& files, const PlanOutline& plan, const TraceSource& traces);

}  // namespace wavesim
