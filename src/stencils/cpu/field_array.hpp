// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace wavesim::cpu {

/// Memory of one time level, page aligned and not yet touched: the first thread to write a page places it.
template <class T>
class FieldArray {
  public:
    /// Throws std::bad_alloc.
    explicit FieldArray(std::int64_t values);

    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    std::int64_t size() const { return values_; }

  private:
    struct Free {
        void operator()(T* p) const { std::free(p); }
    };
    std::int64_t values_;
    std::unique_ptr<T, Free> data_;
};

/// Bytes that a FieldArray allocates for that many bytes of values.
std::int64_t allocated_bytes(std::int64_t bytes);

}  // namespace wavesim::cpu
