// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Values of a snapshot that a thread writes at a time, bytes.
inline constexpr std::int64_t most_snapshot_part = 1 << 20;

/// Bytes of trace samples between two recorder calls, at most (one step may have more).
inline constexpr std::int64_t most_part_bytes = 8 << 20;

/// Bytes of the samples of one shot.
std::int64_t trace_bytes(const PlanOutline& plan);

/// Threads that write a result, of a machine with so many for its steps.
int writing_threads(int threads);
/// How many of so many files they make at once.
std::int64_t files_at_once(std::int64_t files, int threads);

/// Snapshots that wait to be written at most while steps run, 32 MiB of them. 0 where there is one of more bytes, or
/// none: steps wait until it is written.
int snapshot_copies(const PlanOutline& plan, int threads);

/// Memory that recording takes besides the fields while steps run: a chunk of traces, a snapshot and those that wait to
/// be written, its picture's plane, and on a GPU the pictures that are drawn meanwhile.
std::int64_t recording_bytes(const PlanOutline& plan, int threads, bool on_gpu);

/// Libraries that write snapshots, or the shots of a survey, while others are still to run, and stay from then on.
std::int64_t early_library_bytes(const PlanOutline& plan);

/// Libraries and buffers that write the results once the fields are gone. The libraries stay from file to file, the
/// buffers of one kind of file are gone before the next: the largest counts. Threads have theirs.
std::int64_t writing_bytes(const PlanOutline& plan, int threads);

/// Pixels of a picture of a plane of so many cells, margins included.
std::int64_t slice_pixels(std::int64_t across, std::int64_t up);
/// Pixels of each picture of a snapshot; 0 where there are none.
std::int64_t slice_picture_pixels(const PlanOutline& plan);
/// Pixels of a picture of the traces of so many receivers.
std::int64_t gather_pixels(std::int64_t receivers, GatherStyle style);

/// Bytes of these pictures as files, at most: noise on all nodes compresses least.
std::int64_t slice_file_bytes(const PlanOutline& plan);
std::int64_t gather_file_bytes(std::int64_t receivers, GatherStyle style);

}  // namespace wavesim
