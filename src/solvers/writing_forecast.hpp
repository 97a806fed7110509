// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/plan.hpp"

namespace wavesim {

/// Bytes of the samples of one shot.
std::int64_t trace_bytes(const PlanOutline& plan);

/// Memory that recording takes besides the fields while steps run: a chunk of traces, a snapshot, its picture's plane.
std::int64_t recording_bytes(const PlanOutline& plan);

/// Libraries that write snapshots, or the shots of a survey, while others are still to run, and stay from then on.
std::int64_t early_library_bytes(const PlanOutline& plan);

/// Libraries and buffers that write the results once the fields are gone. The libraries stay from file to file, the
/// buffers of one kind of file are gone before the next: the largest counts.
std::int64_t writing_bytes(const PlanOutline& plan);

/// Pixels of a picture of a plane of so many cells, margins included.
std::int64_t slice_pixels(std::int64_t across, std::int64_t up);
/// Pixels of each picture of a snapshot; 0 where there are none.
std::int64_t slice_picture_pixels(const PlanOutline& plan);
/// Pixels of a picture of the traces of so many receivers.
std::int64_t gather_pixels(std::int64_t receivers, GatherStyle style);

}  // namespace wavesim
