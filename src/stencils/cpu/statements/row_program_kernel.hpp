// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/isa.hpp"

namespace wavesim::cpu {

/// The effect of one operation on some nodes of a row. All except the sums of nodes use values that are already
/// computed.
enum class RowOperation {
    read,          ///< values of an array
    weighted_sum,  ///< of values around the nodes
    fill,          ///< the number
    negative,
    root,
    magnitude,
    sum,
    difference,
    product,
    quotient,
    least,
    greatest,
};

/// Values with equal weights: their sum, first to last, times the weight.
template <class T>
struct RowGroup {
    T weight{};
    int first = 0;  ///< index of its first displacement
    int end = 0;
};

/// An operation on a row. `a` and `b` are the rooms of its operands, -1 stands for the number; `to` is the room of the
/// result.
template <class T>
struct RowInstruction {
    RowOperation operation = RowOperation::read;
    int to = 0;
    int a = -1;
    int b = -1;
    T number{};
    int array = 0;                  ///< the array that is read
    std::int64_t displacement = 0;  ///< relative to the node that is computed
    int first_group = 0;            ///< of a weighted sum
    int end_group = 0;
    std::int64_t farthest = 0;  ///< the largest displacement of a weighted sum
};

/// A view of a statement for rows; it owns no memory.
template <class T>
struct RowProgramView {
    const RowInstruction<T>* instructions = nullptr;
    int count = 0;
    const RowGroup<T>* groups = nullptr;
    const std::int64_t* displacements = nullptr;
};

/// Nodes of a row that are computed together.
inline constexpr std::int64_t row_chunk = 512;
/// Largest number of rooms of a statement.
inline constexpr int rooms_max = 512;

/// Computes `count` values of a row, from node `first` on, into `result`. `arrays` has one pointer per array number.
/// `rooms` is memory for intermediate results: buffers of row_chunk values each, aligned to 64 bytes. Reads of arrays
/// may extend up to one vector beyond the last value. `next`: values from `first` to the first node of the next call,
/// whose values are fetched meanwhile.
template <class T>
using RowProgramKernel = void (*)(const RowProgramView<T>& program, const T* const* arrays, std::int64_t first,
                                  std::int64_t count, T* rooms, T* result, std::int64_t next);

template <class T>
RowProgramKernel<T> row_program_kernel(Isa isa);

}  // namespace wavesim::cpu
