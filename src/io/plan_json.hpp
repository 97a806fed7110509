// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include "solvers/plan.hpp"

namespace wavesim {

/// The whole plan but for the long lists of the problem (node lists are given by their sizes); SI units, keys end in
/// their unit. The scene is stored beside it as its canonical text.
nlohmann::ordered_json plan_json(const Plan& plan);

}  // namespace wavesim
