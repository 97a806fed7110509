// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Solid nodes whose stencil meets a node that is not solid, ascending. Only these need their pressure reset after a
/// bulk step: a solid node that sees nothing but solid nodes keeps the 0 it starts with. Nodes beyond the sides count
/// as not solid, because mirrors show air there. As spans within rows: a large room has millions of such nodes.
std::vector<SolidSpan> solid_shell(const std::vector<SolidSpan>& solids, const Extent& extent, const Stencil& stencil);
/// Whether a node lies in one of the spans, which ascend.
bool in_spans(const std::vector<SolidSpan>& spans, std::int64_t node);

}  // namespace wavesim
