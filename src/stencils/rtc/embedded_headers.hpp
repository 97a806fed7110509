// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace wavesim {

/// A kernel header as text; the binary contains all of them, so that no source files are needed at run time.
struct EmbeddedHeader {
    const char* name;  ///< as in include directives of kernels, e.g. stencils/gpu/sweep/sweep.cuh
    const char* text;
};
const std::vector<EmbeddedHeader>& embedded_headers();

}  // namespace wavesim
