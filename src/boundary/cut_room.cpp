// SPDX-License-Identifier: MIT
#include "boundary/cut_room.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace wavesim {

namespace {

auto order_of(const Node& low) { return std::tuple{low.z, low.y, low.x}; }

template <class Entry>
std::vector<Entry> between(const std::vector<Entry>& all, std::int64_t from, std::int64_t to) {
    const auto plane = [](const Entry& entry) { return entry.low.z; };
    const auto first = std::ranges::lower_bound(all, from - 1, {}, plane);
    std::vector<Entry> part(first, std::ranges::lower_bound(all, to, {}, plane));
    for (Entry& entry : part) entry.low.z -= from;
    return part;
}

}  // namespace

std::span<const CutElement> CutRoom::at(const Node& low) const {
    const auto order = [](const CutElement& e) { return order_of(e.low); };
    const auto first = std::ranges::lower_bound(elements, order_of(low), {}, order);
    auto end = first;
    while (end != elements.end() && order(*end) == order_of(low)) ++end;
    return {first, end};
}

double CutRoom::mass(const Node& node, bool is_air) const {
    double sum = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const auto found = at({node.x - (corner & 1U), node.y - (corner >> 1 & 1U), node.z - (corner >> 2 & 1U)});
        if (found.empty() && is_air) sum += 0.125;
        for (const CutElement& element : found)
            if ((element.nodes >> corner & 1U) != 0) sum += element.volume / std::popcount(element.nodes);
    }
    return sum;
}

CutRoom CutRoom::planes(std::int64_t from, std::int64_t to) const {
    return {between(elements, from, to), between(ports, from, to)};
}

std::int64_t CutRoom::bytes() const {
    return static_cast<std::int64_t>(elements.capacity() * sizeof(CutElement) + ports.capacity() * sizeof(CutPort));
}

}  // namespace wavesim
