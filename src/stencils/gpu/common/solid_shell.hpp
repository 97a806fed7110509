// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Solid nodes whose stencil reaches a node that is not solid, ascending. Only these need their pressure reset after a
/// bulk step: a solid node with only solid nodes around it keeps its initial 0. Nodes beyond the sides count as not
/// solid, because their mirror images are air. The result is a list of spans within rows, since a large room has
/// millions of such nodes.
std::vector<SolidSpan> solid_shell(const std::vector<SolidSpan>& solids, const Extent& extent, const Stencil& stencil);
/// True if a node lies in one of the ascending spans.
bool in_spans(const std::vector<SolidSpan>& spans, std::int64_t node);

}  // namespace wavesim
