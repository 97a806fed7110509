// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace wavesim {

/// A kernel header as text; the binary carries all of them, so that no source is searched at run time.
struct EmbeddedHeader {
    const char* name;  ///< as kernels include it, e.g. stencils/gpu/sweep/sweep.cuh
    const char* text;
};
const std::vector<EmbeddedHeader>& embedded_headers();

}  // namespace wavesim
