// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>

#include "stencils/gpu/common/cuda/device_memory.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Page-locked host memory for copying the parts of a state, one after the other.
class StatePassage {
  public:
    StatePassage();
    StatePassage(const StatePassage&) = delete;
    StatePassage& operator=(const StatePassage&) = delete;
    ~StatePassage();

    /// Returns memory for `count` values.
    template <class T>
    std::span<T> room(std::int64_t count) const {
        return {static_cast<T*>(memory_), static_cast<std::size_t>(count)};
    }
    /// Number of values that fit.
    template <class T>
    static constexpr std::int64_t most() {
        return most_state_part / static_cast<std::int64_t>(sizeof(T));
    }

  private:
    void* memory_ = nullptr;
};

/// All values of a device array, in the order of the device, as an array of a state.
template <class T>
StateArray device_state(std::string name, DeviceArray<T>& array, std::shared_ptr<const StatePassage> passage);

/// The nodes of a field, (nz, ny, nx), as an array of a state, without padding between and around the rows. `origin` is
/// the position of node (0, 0, 0) in the array.
template <class T>
StateArray device_field_state(std::string name, DeviceArray<T>& field, const DeviceLayout& layout, std::int64_t origin,
                              std::shared_ptr<const StatePassage> passage);

}  // namespace wavesim
