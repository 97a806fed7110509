// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/statements/row_program_kernel.hpp"
#include "stencils/equations/differences.hpp"

namespace wavesim::cpu {

/// A statement as operations on rows. Terms that contain only numbers, time step and spacing are evaluated in double.
/// Values of a difference with equal weights are added first, in the order of memory.
template <class T>
class RowProgram {
  public:
    /// `array_of`: the number of the array that holds a value. Throws std::invalid_argument if a statement needs more
    /// than rooms_max rooms at once.
    RowProgram(const equations::Statement& statement, const equations::Differences& differences,
               const FieldLayout& layout, double time_step, double spacing,
               const std::function<int(const equations::Access&)>& array_of);

    RowProgramView<T> view() const {
        return {instructions_.data(), static_cast<int>(instructions_.size()), groups_.data(), displacements_.data()};
    }
    /// Number of values that a thread needs for its rooms.
    std::size_t room_values() const { return static_cast<std::size_t>(rooms_ * row_chunk); }

  private:
    std::vector<RowInstruction<T>> instructions_;
    std::vector<RowGroup<T>> groups_;
    std::vector<std::int64_t> displacements_;
    int rooms_ = 1;
};

}  // namespace wavesim::cpu
