// SPDX-License-Identifier: MIT
#include "stencils/gpu/per_node/per_node_forms.hpp"

namespace wavesim {

std::span<const KernelForm* const> per_node_forms() {
    static constexpr const KernelForm* table[] = {
        &forms::texture_unrolled, &forms::stream_hybrid, &forms::texture_loop,  &forms::stream_register,
        &forms::stream_shared,    &forms::stream_global, &forms::texture_leggy, &forms::texture_factored};
    return table;
}

}  // namespace wavesim
