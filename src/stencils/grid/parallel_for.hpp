// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace wavesim {

/// Calls `work` for each of `blocks` blocks, each once, on at most `threads` threads, of which the caller is one. Which
/// thread takes a block is not fixed: a block writes only what is its own, so results do not depend on the number of
/// threads. If the system starts fewer threads, the others do more. Throws what the lowest block threw, when all
/// blocks that had begun have ended.
void parallel_for(std::int64_t blocks, int threads, const std::function<void(std::int64_t block)>& work);

/// The numbers [0, count) in blocks of `of_block` or a few more: the first number of each block, and `count`. A block
/// begins only at numbers for which begins(number) is true. The blocks do not depend on the number of threads.
template <class Begins>
std::vector<std::size_t> blocks_of(std::size_t count, std::size_t of_block, const Begins& begins) {
    std::vector<std::size_t> first{0};
    while (first.back() < count) {
        std::size_t end = std::min(first.back() + of_block, count);
        while (end < count && !begins(end)) ++end;
        first.push_back(end);
    }
    return first;
}

/// Makes the result of each block on at most `threads` threads, and calls use(result) one after the other in the order
/// of blocks, as soon as those before are used. So sums and lists are the same for any number of threads.
template <class Make, class Use>
void parallel_in_order(std::int64_t blocks, int threads, const Make& make, const Use& use) {
    std::mutex mutex;
    std::map<std::int64_t, std::invoke_result_t<Make, std::int64_t>> waiting;
    std::int64_t next = 0;
    parallel_for(blocks, threads, [&](std::int64_t block) {
        auto made = make(block);
        const std::scoped_lock lock(mutex);
        waiting.emplace(block, std::move(made));
        while (!waiting.empty() && waiting.begin()->first == next) {
            auto first = waiting.extract(waiting.begin());
            ++next;
            use(std::move(first.mapped()));
        }
    });
}

/// Sorts [first, last) on at most `threads` threads, in place. `less` must order all elements that are not equal: then
/// the result is the same for any number of threads.
template <class Iterator, class Less>
void parallel_sort(Iterator first, Iterator last, int threads, const Less& less) {
    constexpr std::ptrdiff_t few = 1 << 15;
    if (threads < 2 || last - first < few) return std::sort(first, last, less);
    const Iterator middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, less);
    parallel_for(2, 2, [&](std::int64_t half) {
        const int own = half == 0 ? threads - threads / 2 : threads / 2;
        half == 0 ? parallel_sort(first, middle, own, less) : parallel_sort(middle, last, own, less);
    });
}

}  // namespace wavesim
