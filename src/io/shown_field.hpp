// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Units of a field whose program gives none.
inline constexpr const char* no_units = "not given";

/// The numbers of traces and snapshots: the sound pressure, or a field of a program.
struct ShownField {
    std::string name = "pressure";
    std::string units = "Pa";
    double steps_later = 0;  ///< time of the values relative to their step, in time steps
};

/// Name, `units` and `time` of a program's field are those of its text (configs/programs/README.md).
ShownField shown_field(const Scene& scene);

/// SEG-Y revision 1, bytes 203-204 of a trace header: unit of the samples; 0 if it is none of those in the standard.
int segy_unit(const std::string& units);

}  // namespace wavesim
