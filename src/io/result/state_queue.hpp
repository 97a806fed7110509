// SPDX-License-Identifier: MIT
#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "stencils/problem/state.hpp"

namespace wavesim {

/// A queue for the parts of a state, from the computing thread to a writing thread. The number of bytes in it is
/// limited (at least one part fits): if the writer is slower, write() waits for it. The memory is kept for the next
/// state. One thread gives, one takes.
class StateQueue final : public StateSink {
  public:
    explicit StateQueue(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

    void begin(const ArrayInfo& info) override;
    void write(std::span<const std::byte> part) override;
    /// Bytes that the sink has not received yet.
    std::int64_t waiting_bytes() const;
    /// Ends a complete state.
    void close();
    /// Ends an incomplete state: pass_on() throws.
    void abandon();

    /// Passes the parts to `sink` until the state is complete. Throws the exception of the sink, after the rest of the
    /// state has been discarded, and StateError for an abandoned state. Afterwards the queue is ready for the next
    /// state.
    void pass_on(StateSink& sink);

  private:
    using Part = std::vector<std::byte>;
    struct End {
        bool whole;
    };
    using Item = std::variant<ArrayInfo, Part, End>;

    void push(Item item);
    Item pop();
    void give_back(Part part);
    void forget_waiting();

    const std::int64_t most_bytes_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Item> items_;
    std::int64_t waiting_bytes_ = 0;
    std::vector<Part> spare_;  ///< memory of parts that were passed on
};

}  // namespace wavesim
