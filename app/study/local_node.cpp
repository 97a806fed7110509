// SPDX-License-Identifier: MIT
#include "app/study/local_node.hpp"

#include "app/study/own_program.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"

namespace wavesim {

LocalNode this_node() {
    LocalNode node;
    node.cores = inspect_machine(0).threads;
    for (const Gpu& gpu : visible_gpus())
        if (gpu.usable()) node.gpus.push_back(gpu.index);
    node.worker = own_program();
    return node;
}

}  // namespace wavesim
