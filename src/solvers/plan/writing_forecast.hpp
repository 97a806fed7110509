// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Largest part of a snapshot that a thread writes at once, bytes.
inline constexpr std::int64_t most_snapshot_part = 1 << 20;

/// Largest size of trace samples between two recorder calls, bytes (one step may have more).
inline constexpr std::int64_t most_part_bytes = 8 << 20;

/// Bytes of the samples of one shot.
std::int64_t trace_bytes(const PlanOutline& plan);

/// Number of threads that write a result, for a machine with `threads` threads for its steps.
int writing_threads(int threads);
/// Number of files that they make at the same time.
std::int64_t files_at_once(std::int64_t files, int threads);

/// Largest number of snapshots that wait to be written while steps run: 32 MiB of them. 0 if there are none or a single
/// one is larger; then steps wait until it is written.
int snapshot_copies(const PlanOutline& plan, int threads);

/// Memory for recording while steps run, in addition to the fields. It includes a chunk of traces, a snapshot and the
/// waiting ones, the plane of its picture, and on a GPU the pictures drawn meanwhile.
std::int64_t recording_bytes(const PlanOutline& plan, int threads, bool on_gpu);

/// Memory of libraries that write snapshots, or shots of a survey, while other shots are still to run; it stays
/// allocated.
std::int64_t early_library_bytes(const PlanOutline& plan);

/// Memory of libraries and buffers that write the results after the fields have been freed. Libraries stay in memory;
/// buffers are freed after each kind of file, so that only the largest counts. Each thread has its own buffers.
std::int64_t writing_bytes(const PlanOutline& plan, int threads);

/// Pixels of a picture of a plane with `across` x `up` cells, margins included.
std::int64_t slice_pixels(std::int64_t across, std::int64_t up);
/// Pixels of each picture of a snapshot; 0 without pictures.
std::int64_t slice_picture_pixels(const PlanOutline& plan);
/// Pixels of a picture of the traces of `receivers` receivers.
std::int64_t gather_pixels(std::int64_t receivers, GatherStyle style);

/// Largest size of these pictures as files, bytes: noise on all nodes compresses least.
std::int64_t slice_file_bytes(const PlanOutline& plan);
std::int64_t gather_file_bytes(std::int64_t receivers, GatherStyle style);

}  // namespace wavesim
