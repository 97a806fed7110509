// SPDX-License-Identifier: MIT
#include "stencils/cpu/field_array.hpp"

#include <sys/mman.h>

namespace wavesim::cpu {

namespace {

constexpr std::int64_t small_page = 4096;
constexpr std::int64_t huge_page = 2 << 20;

void* allocate(std::int64_t bytes) {
    const std::int64_t rounded = allocated_bytes(bytes);
    const bool huge = rounded >= 4 * huge_page;
    void* p =
        std::aligned_alloc(static_cast<std::size_t>(huge ? huge_page : small_page), static_cast<std::size_t>(rounded));
    if (!p) throw std::bad_alloc();
    // Kernels read many rows at once. With small pages their address translations alone would fill the TLB.
    if (huge) madvise(p, static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
    return p;
}

}  // namespace

std::int64_t allocated_bytes(std::int64_t bytes) {
    const std::int64_t page = bytes >= 4 * huge_page ? huge_page : small_page;
    return (bytes + page - 1) / page * page;
}

template <class T>
FieldArray<T>::FieldArray(std::int64_t values)
    : values_(values), data_(static_cast<T*>(allocate(values * static_cast<std::int64_t>(sizeof(T))))) {}

template class FieldArray<float>;
template class FieldArray<double>;
template class FieldArray<std::uint8_t>;
template class FieldArray<std::uint16_t>;

}  // namespace wavesim::cpu
