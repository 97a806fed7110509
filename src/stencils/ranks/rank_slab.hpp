// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/ranks/rank_orders.hpp"
#include "stencils/ranks/wall_memory.hpp"

namespace wavesim {

/// The slab that this process updates. After one step or two it exchanges the planes at its cuts with the neighbouring
/// ranks. With two steps it also receives the memory of the walls in the ghost planes that it updates itself.
class RankSlab {
  public:
    /// The backend is in host memory and was made for the part of the problem that belongs to this rank's slab.
    RankSlab(RankLink& link, const SlabMaking& making, std::unique_ptr<StencilBackend> backend);

    StencilBackend& backend() { return *backend_; }
    const Slab& slab() const { return slabs_[self_]; }
    void advance(std::int64_t steps);
    /// FieldHealth of each own plane, in their order.
    std::vector<PlaneLook> look() const;

  private:
    void exchange_planes();
    void exchange_with(std::size_t neighbour, const std::vector<FieldPlanes>& fields);
    void exchange_walls(std::size_t neighbour);

    RankLink& link_;
    std::vector<Slab> slabs_;
    std::size_t self_;
    std::unique_ptr<StencilBackend> backend_;
    WallMemory walls_;
    std::int64_t steps_together_;
    std::int64_t reach_;
    double longest_wait_s_;
};

}  // namespace wavesim
