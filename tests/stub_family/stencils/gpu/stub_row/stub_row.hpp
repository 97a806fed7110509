// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// What the family decides when it proposes, and gets back when it is opened.
struct StubDecision {
    std::int64_t nodes = 0;
};

/// Rows of a family with launches of its own: `stub.row` for the registry, `stub.shown` for the gallery. The CPU
/// computes their steps. open() throws std::logic_error without the decision of its own proposal.
BackendEntry stub_row();
BackendEntry stub_shown();

}  // namespace wavesim
