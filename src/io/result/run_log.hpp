// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "io/result/pending_pictures.hpp"
#include "io/result/result_file.hpp"
#include "io/result/run_origin.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The first part of log.txt, which is known from the start: program, scene, who runs it, `started` and `ended`, and
/// `notes`, one line each.
std::string log_head(const PlanOutline& plan, const RunOrigin& origin, const std::string& started,
                     const std::string& ended, const std::vector<std::string>& notes);

/// What a sample of the sound files and the darkest colour of the pictures mean, one line each.
std::string log_scales(const PlanOutline& plan, const std::vector<WrittenWav>& wavs, const PendingPictures* pictures);

}  // namespace wavesim
