// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <vector>

namespace wavesim {

/// Appends to a long list of unknown length. A full list gets four times its capacity: address space that was never
/// written needs no memory, while copies cost time and touch new memory.
template <class T>
void grow_by(std::vector<T>& list, T value) {
    if (list.size() == list.capacity()) list.reserve(std::max<std::size_t>(4 * list.size(), 64));
    list.push_back(value);
}

}  // namespace wavesim
