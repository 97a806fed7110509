// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// All numbers of a stencil: those that are equal in them have the same symbol.
std::vector<double> numbers_of(const Stencil& stencil);

/// What a pure function of numbers gave before, for plans of many scenes that are alike. Any thread may ask.
template <class Value>
class Memo {
  public:
    /// The value of `key`, made by make() unless it is known. What make() throws goes through, and is not kept.
    template <class Make>
    Value of(std::vector<double> key, const Make& make) {
        {
            const std::scoped_lock lock(mutex_);
            if (const auto found = known_.find(key); found != known_.end()) return found->second;
        }
        Value value = make();
        const std::scoped_lock lock(mutex_);
        if (known_.size() >= most_kept) known_.clear();
        return known_.insert_or_assign(std::move(key), std::move(value)).first->second;
    }

  private:
    static constexpr std::size_t most_kept = 1024;
    std::mutex mutex_;
    std::map<std::vector<double>, Value> known_;
};

}  // namespace wavesim
