// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/cuda/pass_wall_arrays.hpp"

#include <stdexcept>
#include <string>

namespace wavesim {

PassWallArrays::PassWallArrays(const NodeTable& table, double courant, const TemporalTiling& tiling,
                               const DeviceLayout& layout, const KernelLibrary& library)
    : take_(library.kernel("wavesim_take_walls")), settle_(library.kernel("wavesim_settle_walls")) {
    const PassWalls walls = pass_walls(table, tiling, layout);
    if (walls.kinds != tiling.walls.kinds || walls.faces != tiling.walls.faces)
        throw std::logic_error("walls of a pass have " + std::to_string(walls.kinds) + " kinds of nodes and " +
                               std::to_string(walls.faces) + " faces, planned were " +
                               std::to_string(tiling.walls.kinds) + " and " + std::to_string(tiling.walls.faces));
    tile_ = DeviceArray<kernels::TilePlanes>(walls.tile);
    first_ = DeviceArray<int>(walls.first);
    rows_ = DeviceArray<unsigned>(walls.rows);
    quads_ = DeviceArray<kernels::WallQuad>(walls.quads);
    table_ = DeviceArray<float>(walls.table);
    driven_ = DeviceArray<int>(walls.driven);
    node_ = DeviceArray<long long>(walls.node);
    shared_ = DeviceArray<kernels::SharedQuad>(walls.shared);
    if (tiling.panels.count > 1) share_ = library.kernel("wavesim_share_walls");
    place_ = DeviceArray<int>(walls.place);
    state_ = DeviceArray<float>(static_cast<std::int64_t>(walls.place.size()));
    arguments_ = {tile_.data(),
                  first_.data(),
                  rows_.data(),
                  quads_.data(),
                  state_.data(),
                  table_.data(),
                  driven_.data(),
                  static_cast<float>(courant),
                  static_cast<int>(walls.quads.size()),
                  0};
    states_.quad = quads_.data();
    states_.node = node_.data();
    states_.place = place_.data();
    states_.state = state_.data();
    states_.table = table_.data();
    states_.courant = arguments_.courant;
    states_.quads = static_cast<int>(walls.quads.size());
    states_.kind_packs = 1 + walls.faces;
}

kernels::WallArguments PassWallArrays::next_pass_on(cudaStream_t stream, SparsePasses<float>& passes,
                                                    std::int64_t parity, const float* now, const float* before) {
    kernels::WallArguments arguments = arguments_;
    arguments.settled = taken_ ? 0 : 1;
    if (!taken_) launch_on(stream, take_, passes, parity, now, before);
    taken_ = true;
    if (shared_.size() > 0) {
        constexpr int threads = 128;
        const auto count = static_cast<int>(shared_.size());
        launch(share_, dim3(static_cast<unsigned>((count + threads - 1) / threads)), threads, 0, stream,
               kernels::SharedQuadArguments{quads_.data(), shared_.data(), state_.data(), count, arguments_.quads});
    }
    return arguments;
}

void PassWallArrays::settle_on(cudaStream_t stream, SparsePasses<float>& passes, std::int64_t parity, const float* now,
                               const float* before) {
    if (taken_) launch_on(stream, settle_, passes, parity, now, before);
    taken_ = false;
}

void PassWallArrays::launch_on(cudaStream_t stream, cudaKernel_t kernel, SparsePasses<float>& passes,
                               std::int64_t parity, const float* now, const float* before) {
    constexpr int threads = 128;
    kernels::WallStateArguments arguments = states_;
    arguments.single = passes.branch_state().size() > 0 ? passes.branch_state().data() : passes.theta().data();
    arguments.kept_before = passes.kept(parity).data();
    arguments.kept_now = passes.kept(1 - parity).data();
    arguments.before = before;
    arguments.now = now;
    launch(kernel, dim3(static_cast<unsigned>((arguments.quads + threads - 1) / threads)), threads, 0, stream,
           arguments);
}

}  // namespace wavesim
