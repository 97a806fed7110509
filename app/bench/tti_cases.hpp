// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// The kind of ends that a measured TTI problem has.
enum class Ends { nothing, sponge, layers };

/// The shape of a measured TTI problem, named after its form and ends. Sponges and layers of 20 cells on all sides
/// count as nodes.
ProblemShape tti_case(TtiForm form, const Extent& extent, Precision precision, Ends ends);
/// Throws UsageError for a grid that two such layers along one axis would fill. The message names `suite`.
void expect_room_for_layers(const std::optional<Extent>& size, const char* suite);
/// A function that makes the problem of such a shape.
Problem (*tti_case_maker(Ends ends))(const ProblemShape&);
/// Bytes of host memory for its medium and for one field in the form of a file.
std::int64_t tti_case_bytes(const Extent& extent);

}  // namespace wavesim
