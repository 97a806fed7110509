// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_shares.hpp"

#include <algorithm>

namespace wavesim {

std::vector<SlabShare> shares_of(const NodeBox& box, const std::vector<Slab>& slabs) {
    const Extent all = box.extent();
    std::int64_t plane = 0;  // of the box
    std::vector<SlabShare> shares(slabs.size());
    for (std::size_t k = 0; k < slabs.size(); ++k) {
        const Slab& slab = slabs[k];
        NodeBox here = box;
        here.from.z = box.from.z + plane * box.stride;
        here.to.z = std::min(box.to.z, slab.to);
        if (here.from.z >= here.to.z) continue;
        const std::int64_t planes = here.extent().nz;
        here.from.z -= slab.first();
        here.to.z -= slab.first();
        shares[k] = {here, static_cast<std::size_t>(plane * all.nx * all.ny),
                     static_cast<std::size_t>(planes * all.nx * all.ny)};
        plane += planes;
    }
    return shares;
}

void place_samples(std::span<const double> samples, const std::vector<std::size_t>& own, std::size_t receivers,
                   double* all) {
    for (std::size_t i = 0; i < samples.size(); ++i) all[i / own.size() * receivers + own[i % own.size()]] = samples[i];
}

}  // namespace wavesim
