// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Values common to all headers of a SEG-Y file.
struct SegyLayout {
    std::int64_t traces_per_shot = 0;
    std::int64_t samples = 0;
    std::int64_t interval_us = 0;
    std::int64_t original_interval_us = 0;  ///< time step of the simulation, rounded
    std::int64_t original_samples = 0;
    int scalar = 1;  ///< divisor of coordinates: 1, 10, 100, 1000 or 10000
};

/// The finest scalar for which lengths up to `largest_m` fit into 32 bits; 1 if there is none.
int segy_scalar(double largest_m);

/// 40 lines of up to 76 characters as 3200 bytes of EBCDIC, "C 1 " to "C40 " before them; other characters than
/// printable ASCII become '?'.
std::string segy_text_header(const std::vector<std::string>& lines);

/// 400 bytes.
std::string segy_binary_header(const SegyLayout& layout);

/// Header values of a single trace.
struct SegyTrace {
    std::int64_t number = 0;    ///< in the file, from 1
    std::int64_t shot = 0;      ///< from 1
    std::int64_t receiver = 0;  ///< from 1
    Point source;
    Point group;
    double offset_m = 0;
    double top_m = 0;           ///< elevation of the surface
    std::int64_t cdp = 0;       ///< number of the bin of midpoints, from 1; 0: none
    std::int64_t delay_ms = 0;  ///< time of the first sample
    std::int64_t unit = 1;      ///< of the samples; 1: Pa
};

/// 240 bytes.
std::string segy_trace_header(const SegyLayout& layout, const SegyTrace& trace);

/// Big-endian IEEE floats.
void append_segy_samples(std::string& bytes, const std::vector<float>& samples);

}  // namespace wavesim
