// SPDX-License-Identifier: MIT
#include "stencils/cpu/field_state.hpp"

#include <algorithm>
#include <vector>

#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

namespace {

/// The rows of a field in packed form; several rows at a time share a buffer.
template <class T>
class PackedRows {
  public:
    PackedRows(const FieldLayout& layout, T* field)
        : layout_(layout),
          field_(field),
          rows_(layout.extent.ny * layout.extent.nz),
          at_once_(std::clamp<std::int64_t>(most_state_part / (layout.extent.nx * std::int64_t{sizeof(T)}), 1, rows_)),
          buffer_(static_cast<std::size_t>(at_once_ * layout.extent.nx)) {}

    /// Calls act(first row, buffer) for all groups of rows.
    template <class Act>
    void for_each_part(const Act& act) {
        for (std::int64_t first = 0; first < rows_; first += at_once_) {
            const std::int64_t count = std::min(at_once_, rows_ - first);
            act(first, std::span<T>(buffer_).first(static_cast<std::size_t>(count * layout_.extent.nx)));
        }
    }
    void pack(std::int64_t first, std::span<T> part) const {
        for (T* to = part.data(); to != part.data() + part.size(); to += layout_.extent.nx)
            std::copy_n(row(first++), layout_.extent.nx, to);
    }
    void unpack(std::int64_t first, std::span<const T> part) const {
        for (const T* from = part.data(); from != part.data() + part.size(); from += layout_.extent.nx)
            std::copy_n(from, layout_.extent.nx, row(first++));
    }

  private:
    T* row(std::int64_t number) const {
        return field_ + layout_.at(0, number % layout_.extent.ny, number / layout_.extent.ny);
    }

    const FieldLayout& layout_;
    T* field_;
    std::int64_t rows_;
    std::int64_t at_once_;
    std::vector<T> buffer_;
};

}  // namespace

template <class T>
StateArray field_state(std::string name, const FieldLayout& layout, T* field) {
    const Extent& n = layout.extent;
    return {{std::move(name), element_type_of<T>(), {n.nz, n.ny, n.nx}},
            [layout, field](StateSink& sink) {
                PackedRows<T> rows(layout, field);
                rows.for_each_part([&](std::int64_t first, std::span<T> part) {
                    rows.pack(first, part);
                    sink.write(std::as_bytes(part));
                });
            },
            [layout, field](StateSource& source) {
                PackedRows<T> rows(layout, field);
                rows.for_each_part([&](std::int64_t first, std::span<T> part) {
                    source.read(std::as_writable_bytes(part));
                    rows.unpack(first, part);
                });
            },
            even_planes(n.nz, n.nx * n.ny)};
}

template StateArray field_state(std::string, const FieldLayout&, float*);
template StateArray field_state(std::string, const FieldLayout&, double*);

}  // namespace wavesim::cpu
