// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// All numbers of a stencil: stencils with equal numbers have equal symbols.
std::vector<double> numbers_of(const Stencil& stencil);

/// Cache of the results of a pure function of numbers, for plans of many similar scenes. Thread-safe. A full cache
/// starts anew.
template <class Value>
class Memo {
  public:
    explicit Memo(std::size_t most_kept = 1024) : most_kept_(most_kept) {}

    /// The value of `key`, computed by make() unless it is in the cache. Exceptions of make() are passed on and not
    /// cached.
    template <class Make>
    Value of(std::vector<double> key, const Make& make) {
        {
            const std::scoped_lock lock(mutex_);
            if (const auto found = known_.find(key); found != known_.end()) return found->second;
        }
        Value value = make();
        const std::scoped_lock lock(mutex_);
        if (known_.size() >= most_kept_) known_.clear();
        return known_.insert_or_assign(std::move(key), std::move(value)).first->second;
    }

  private:
    std::size_t most_kept_;
    std::mutex mutex_;
    std::map<std::vector<double>, Value> known_;
};

}  // namespace wavesim
