// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Date and time of a measurement that begins now: UTC, ISO 8601, in whole seconds.
std::string utc_date();

}  // namespace wavesim
