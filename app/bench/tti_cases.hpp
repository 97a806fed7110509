// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// What the sides of a measured TTI problem end in.
enum class Ends { nothing, sponge, layers };

/// The shape of a TTI problem that is measured, named after its form and ends; sponges and layers of 20 cells on all
/// sides count as nodes.
ProblemShape tti_case(TtiForm form, const Extent& extent, Precision precision, Ends ends);
/// Throws UsageError for a grid that two such layers along an axis would fill; `suite` is named.
void expect_room_for_layers(const std::optional<Extent>& size, const char* suite);
/// Makes the problem of such a shape.
Problem (*tti_case_maker(Ends ends))(const ProblemShape&);
/// Bytes of host memory of its medium and of one field as it is written.
std::int64_t tti_case_bytes(const Extent& extent);

}  // namespace wavesim
