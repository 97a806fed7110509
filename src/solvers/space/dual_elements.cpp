// SPDX-License-Identifier: MIT
#include "solvers/space/dual_elements.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace wavesim {

namespace {

std::size_t hash_of(std::int64_t key) {
    auto hash = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>(hash ^ hash >> 32U);
}

}  // namespace

DualElements::Place& DualElements::slot(std::int64_t key) {
    std::size_t at = hash_of(key) & (places_.size() - 1);
    while (places_[at].key >= 0 && places_[at].key != key) at = (at + 1) & (places_.size() - 1);
    return places_[at];
}

const DualElements::Place* DualElements::place_of(const Node& low) const {
    if (places_.empty()) return nullptr;
    const std::int64_t key = key_of(low);
    std::size_t at = hash_of(key) & (places_.size() - 1);
    while (places_[at].key >= 0 && places_[at].key != key) at = (at + 1) & (places_.size() - 1);
    return places_[at].key == key ? &places_[at] : nullptr;
}

void DualElements::grow() {
    std::vector<Place> old(std::max<std::size_t>(64, 2 * places_.size()));
    std::swap(old, places_);
    for (const Place& place : old)
        if (place.key >= 0) slot(place.key) = place;
}

ElementRange DualElements::add(const Node& low, std::span<const DualElement> elements) {
    if (elements_.size() + elements.size() > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("the walls of the mesh cut too many cells");
    if (3 * (taken_ + 1) > 2 * places_.size()) grow();
    Place& place = slot(key_of(low));
    if (place.key < 0) ++taken_;
    place.key = key_of(low);
    place.elements = {static_cast<std::uint32_t>(elements_.size()), static_cast<std::uint32_t>(elements.size())};
    elements_.insert(elements_.end(), elements.begin(), elements.end());
    return place.elements;
}

std::int64_t DualElements::bytes() const {
    return static_cast<std::int64_t>(elements_.size() * sizeof(DualElement) + places_.size() * sizeof(Place));
}

}  // namespace wavesim
