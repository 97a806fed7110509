// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/device_state.hpp"

#include <algorithm>

#include "stencils/problem/state.hpp"

namespace wavesim {

StatePassage::StatePassage() {
    cuda_check(cudaMallocHost(&memory_, static_cast<std::size_t>(most_state_part)), "cudaMallocHost");
}

StatePassage::~StatePassage() { cudaFreeHost(memory_); }

namespace {

/// Rows of nodes that are copied together: `first` is the position of the first node in the array, `stride` the
/// distance of rows.
struct RowBlock {
    std::int64_t first;
    std::int64_t stride;
    std::int64_t rows;
};

/// Calls act(block) for all rows of a field, in the order of the nodes, at most `at_once` at a time. In 3D a block
/// stays in its plane, since planes may be padded.
template <class Act>
void for_each_block(const DeviceLayout& layout, std::int64_t origin, std::int64_t at_once, const Act& act) {
    const Extent& n = layout.extent;
    const bool flat = n.ny == 1;
    const std::int64_t lines = flat ? n.nz : n.ny;
    const std::int64_t stride = flat ? layout.plane : layout.pitch;
    for (std::int64_t plane = 0; plane < (flat ? 1 : n.nz); ++plane)
        for (std::int64_t line = 0; line < lines; line += at_once)
            act(RowBlock{origin + plane * layout.plane + line * stride, stride, std::min(at_once, lines - line)});
}

template <class T>
std::int64_t rows_at_once(const DeviceLayout& layout) {
    return std::max<std::int64_t>(StatePassage::most<T>() / layout.extent.nx, 1);
}

/// Copies rows of nodes between the device, where rows are padded, and packed host memory.
template <class T>
void copy_rows(T* to, std::int64_t to_stride, const T* from, std::int64_t from_stride, std::int64_t nx,
               std::int64_t rows, cudaMemcpyKind direction) {
    const auto bytes = [](std::int64_t values) { return static_cast<std::size_t>(values) * sizeof(T); };
    cuda_check(cudaMemcpy2D(to, bytes(to_stride), from, bytes(from_stride), bytes(nx), static_cast<std::size_t>(rows),
                            direction),
               "cudaMemcpy2D");
}

}  // namespace

template <class T>
StateArray device_state(std::string name, DeviceArray<T>& array, std::shared_ptr<const StatePassage> passage) {
    const auto for_each_part = [&array](const auto& act) {
        for (std::int64_t at = 0; at < array.size(); at += StatePassage::most<T>())
            act(at, std::min(StatePassage::most<T>(), array.size() - at));
    };
    return {{std::move(name), element_type_of<T>(), {array.size()}},
            [&array, passage, for_each_part](StateSink& sink) {
                for_each_part([&](std::int64_t at, std::int64_t count) {
                    const std::span<T> part = passage->room<T>(count);
                    array.download(part.data(), count, at);
                    sink.write(std::as_bytes(part));
                });
            },
            [&array, passage, for_each_part](StateSource& source) {
                for_each_part([&](std::int64_t at, std::int64_t count) {
                    const std::span<T> part = passage->room<T>(count);
                    source.read(std::as_writable_bytes(part));
                    array.upload(part.data(), count, at);
                });
            },
            {}};
}

template <class T>
StateArray device_field_state(std::string name, DeviceArray<T>& field, const DeviceLayout& layout, std::int64_t origin,
                              std::shared_ptr<const StatePassage> passage) {
    const Extent& n = layout.extent;
    return {{std::move(name), element_type_of<T>(), {n.nz, n.ny, n.nx}},
            [&field, layout, origin, passage](StateSink& sink) {
                const std::int64_t nx = layout.extent.nx;
                for_each_block(layout, origin, rows_at_once<T>(layout), [&](const RowBlock& block) {
                    const std::span<T> part = passage->room<T>(block.rows * nx);
                    copy_rows(part.data(), nx, field.data() + block.first, block.stride, nx, block.rows,
                              cudaMemcpyDeviceToHost);
                    sink.write(std::as_bytes(part));
                });
            },
            [&field, layout, origin, passage](StateSource& source) {
                const std::int64_t nx = layout.extent.nx;
                for_each_block(layout, origin, rows_at_once<T>(layout), [&](const RowBlock& block) {
                    const std::span<T> part = passage->room<T>(block.rows * nx);
                    source.read(std::as_writable_bytes(part));
                    copy_rows(field.data() + block.first, block.stride, part.data(), nx, nx, block.rows,
                              cudaMemcpyHostToDevice);
                });
            },
            even_planes(n.nz, n.ny * n.nx)};
}

template StateArray device_state(std::string, DeviceArray<float>&, std::shared_ptr<const StatePassage>);
template StateArray device_state(std::string, DeviceArray<double>&, std::shared_ptr<const StatePassage>);
template StateArray device_field_state(std::string, DeviceArray<float>&, const DeviceLayout&, std::int64_t,
                                       std::shared_ptr<const StatePassage>);
template StateArray device_field_state(std::string, DeviceArray<double>&, const DeviceLayout&, std::int64_t,
                                       std::shared_ptr<const StatePassage>);

}  // namespace wavesim
