// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>

namespace wavesim {

/// Calls `work` for each of `blocks` blocks, each once, on at most `threads` threads, of which the caller is one. Which
/// thread takes a block is not fixed: a block writes only what is its own, so results do not depend on the number of
/// threads. If the system starts fewer threads, the others do more. Throws what the lowest block threw, when all
/// blocks that had begun have ended.
void parallel_for(std::int64_t blocks, int threads, const std::function<void(std::int64_t block)>& work);

}  // namespace wavesim
