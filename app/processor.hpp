// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// The name that the processor reports, e.g. `AMD EPYC 7763 64-Core Processor`; `unknown processor` without one.
std::string processor_name();

}  // namespace wavesim
