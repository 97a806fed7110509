// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/field_look.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace wavesim {

template <class Real>
FieldLook<Real>::FieldLook(const KernelLibrary& support, const DeviceLayout& layout, cudaStream_t stream)
    : kernel_(support.kernel("wavesim_health")),
      layout_(layout),
      stream_(stream),
      health_(2),
      changes_(layout.extent.ny * layout.extent.nz) {}

template <class Real>
std::optional<std::int64_t> FieldLook<Real>::look(const Real* field, const Real* before, std::int64_t from,
                                                  std::int64_t to, FieldHealth& health) const {
    const unsigned long long start[2] = {0, std::numeric_limits<unsigned long long>::max()};
    health_.upload(start, 2);
    const Extent& n = layout_.extent;
    const std::int64_t first = from * layout_.plane, planes = to - from;
    const kernels::HealthArguments<Real> arguments{field + first,
                                                   before == nullptr ? nullptr : before + first,
                                                   layout_.plane,
                                                   static_cast<int>(layout_.pitch),
                                                   static_cast<int>(n.nx),
                                                   static_cast<int>(n.ny),
                                                   static_cast<int>(planes),
                                                   before == nullptr ? nullptr : changes_.data(),
                                                   health_.data(),
                                                   health_.data() + 1};
    launch(kernel_, dim3(static_cast<unsigned>(n.ny), static_cast<unsigned>(planes)), 128, 2 * 128 * sizeof(double),
           stream_, arguments);
    cuda_check(cudaStreamSynchronize(stream_), "looking at the field");
    unsigned long long found[2];
    health_.download(found, 2);
    std::optional<std::int64_t> bad;
    if (found[1] != start[1]) bad = static_cast<std::int64_t>(found[1]) + from * n.nx * n.ny;
    if (before == nullptr) return bad;
    health.peak = std::max(health.peak, std::bit_cast<double>(found[0]));
    std::vector<double> changes(static_cast<std::size_t>(n.ny * planes));
    changes_.download(changes.data(), n.ny * planes);
    for (const double of_row : changes) health.change += of_row;
    return bad;
}

template <class Real>
void read_nodes(const DeviceArray<Real>& field, const DeviceLayout& layout, const NodeBox& box,
                std::span<double> values) {
    const Extent n = box.extent();
    std::vector<Real> rows(static_cast<std::size_t>(layout.plane));
    std::size_t at = 0;
    for (std::int64_t k = 0; k < n.nz; ++k) {
        const std::int64_t first = (box.from.z + k * box.stride) * layout.plane + box.from.y * layout.pitch;
        const std::int64_t count = (box.to.y - 1 - box.from.y) * layout.pitch + box.to.x;
        field.download(rows.data(), count, layout.origin + first);
        for (std::int64_t j = 0; j < n.ny; ++j)
            for (std::int64_t i = 0; i < n.nx; ++i)
                values[at++] = static_cast<double>(
                    rows[static_cast<std::size_t>(j * box.stride * layout.pitch + box.from.x + i * box.stride)]);
    }
}

template class FieldLook<float>;
template class FieldLook<double>;
template void read_nodes(const DeviceArray<float>&, const DeviceLayout&, const NodeBox&, std::span<double>);
template void read_nodes(const DeviceArray<double>&, const DeviceLayout&, const NodeBox&, std::span<double>);

}  // namespace wavesim
