// SPDX-License-Identifier: MIT
#include "boundary/air_regions.hpp"

#include <algorithm>

namespace wavesim {

AirRegions::AirRegions(const VoxelRoom& room) : extent_(room.extent) {
    // Until the last loop `region` is the span that a span is joined to: an earlier one or itself.
    const Extent& e = extent_;
    first_.reserve(static_cast<std::size_t>(e.ny * e.nz) + 1);
    for (std::int64_t row = 0; row < e.ny * e.nz; ++row) {
        first_.push_back(std::ssize(spans_));
        const auto air_ends = [&](std::int64_t x, bool air) {
            if (!room.has_solids()) return air ? e.nx : x;
            const auto begin = room.solid.begin() + row * e.nx;
            return std::find_if(begin + x, begin + e.nx, [air](std::uint8_t s) { return (s == 0) != air; }) - begin;
        };
        for (std::int64_t x = air_ends(0, false); x < e.nx;) {
            std::int64_t end = air_ends(x, true);
            if (room.has_sheets())
                for (std::int64_t i = x; i + 1 < end; ++i)
                    if (room.is_closed(row * e.nx + i, Side::x_max)) end = i + 1;
            spans_.push_back({x, end, std::ssize(spans_)});
            x = air_ends(end, false);
        }
        if (row % e.ny > 0) join(row, row - 1, room);
        if (row >= e.ny) join(row, row - e.ny, room);
    }
    first_.push_back(std::ssize(spans_));
    for (std::int64_t i = 0; i < std::ssize(spans_); ++i) {
        Span& span = spans_[static_cast<std::size_t>(i)];
        span.region = span.region == i ? count_++ : spans_[static_cast<std::size_t>(span.region)].region;
    }
}

std::int64_t AirRegions::root(std::int64_t span) {
    while (true) {
        std::int64_t& parent = spans_[static_cast<std::size_t>(span)].region;
        if (parent == span) return span;
        parent = spans_[static_cast<std::size_t>(parent)].region;
        span = parent;
    }
}

/// Joins spans of the last row with the spans of an earlier row that they touch. In 2D there is one row per plane.
void AirRegions::join(std::int64_t row, std::int64_t other_row, const VoxelRoom& room) {
    const Side back = row - other_row == 1 && extent_.ny > 1 ? Side::y_min : Side::z_min;
    const auto is_open = [&](std::int64_t from, std::int64_t to) {
        if (!room.has_sheets()) return true;
        for (std::int64_t x = from; x < to; ++x)
            if (!room.is_closed(row * extent_.nx + x, back)) return true;
        return false;
    };
    std::int64_t i = first_[static_cast<std::size_t>(row)];
    std::int64_t k = first_[static_cast<std::size_t>(other_row)];
    const std::int64_t last_k = first_[static_cast<std::size_t>(other_row) + 1];
    while (i < std::ssize(spans_) && k < last_k) {
        const Span& a = spans_[static_cast<std::size_t>(i)];
        const Span& b = spans_[static_cast<std::size_t>(k)];
        const std::int64_t from = std::max(a.begin, b.begin), to = std::min(a.end, b.end);
        if (from < to && is_open(from, to)) {
            const auto [low, high] = std::minmax({root(i), root(k)});
            spans_[static_cast<std::size_t>(high)].region = low;
        }
        ++(a.end < b.end ? i : k);
    }
}

std::int64_t AirRegions::of(const Node& node) const {
    if (!extent_.contains(node.x, node.y, node.z)) return -1;
    const auto row = static_cast<std::size_t>(node.y + extent_.ny * node.z);
    const auto begin = spans_.begin() + first_[row];
    const auto end = spans_.begin() + first_[row + 1];
    const auto span = std::upper_bound(begin, end, node.x, [](std::int64_t x, const Span& s) { return x < s.end; });
    return span != end && span->begin <= node.x ? span->region : -1;
}

}  // namespace wavesim
