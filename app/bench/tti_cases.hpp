// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem.hpp"

namespace wavesim {

/// What the sides of a measured TTI problem end in.
enum class Ends { nothing, sponge, layers };

/// The shape of a TTI problem that is measured, named after its form and ends; sponges and layers of 20 cells on all
/// sides count as nodes.
ProblemShape tti_case(TtiForm form, const Extent& extent, Precision precision, Ends ends);
/// Makes the problem of such a shape.
Problem (*tti_case_maker(Ends ends))(const ProblemShape&);
/// Bytes of host memory of its medium and of one field as it is written.
std::int64_t tti_case_bytes(const Extent& extent);

}  // namespace wavesim
