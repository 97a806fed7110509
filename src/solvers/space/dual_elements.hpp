// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A connected air region of a box between 2 x 2 x 2 nodes, and the nodes beyond the wall that belong to it.
struct DualElement {
    Node low;
    std::uint8_t air = 0;     ///< corners
    std::uint8_t ghosts = 0;  ///< corners
    double volume = 0;        ///< in cells
};

/// Numbers of elements, [first, first + count).
struct ElementRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool empty() const { return count == 0; }
};

/// The elements of boxes, several of a box side by side, and which boxes the voxel mask describes.
class DualElements {
  public:
    explicit DualElements(const Extent& extent) : extent_(extent) {}

    /// Number of a box; ascending by z, y, x.
    std::int64_t key_of(const Node& low) const {
        return ((low.z + 1) * (extent_.ny + 1) + low.y + 1) * (extent_.nx + 1) + low.x + 1;
    }
    /// Adds a box with its elements; none: the mask describes it.
    ElementRange add(const Node& low, std::span<const DualElement> elements);
    bool knows(const Node& low) const { return place_of(low) != nullptr; }
    bool is_by_mask(const Node& low) const {
        const Place* const place = place_of(low);
        return place != nullptr && place->elements.empty();
    }
    /// Empty without elements.
    ElementRange of(const Node& low) const {
        const Place* const place = place_of(low);
        return place == nullptr ? ElementRange{} : place->elements;
    }
    std::size_t size() const { return elements_.size(); }
    DualElement& operator[](std::size_t number) { return elements_[number]; }
    const DualElement& operator[](std::size_t number) const { return elements_[number]; }
    std::int64_t bytes() const;

  private:
    /// A place of a hash table with open addresses.
    struct Place {
        std::int64_t key = -1;
        ElementRange elements;
    };
    const Place* place_of(const Node& low) const;
    Place& slot(std::int64_t key);
    void grow();

    Extent extent_;
    std::vector<DualElement> elements_;
    std::vector<Place> places_;
    std::size_t taken_ = 0;
};

}  // namespace wavesim
