// SPDX-License-Identifier: MIT
#include "io/result/state_queue.hpp"

#include <exception>
#include <utility>

namespace wavesim {

void StateQueue::begin(const ArrayInfo& info) { push(info); }

void StateQueue::write(std::span<const std::byte> part) {
    const std::int64_t bytes = std::ssize(part);
    Part copy;
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_bytes_ == 0 || waiting_bytes_ + bytes <= most_bytes_; });
        if (!spare_.empty()) {
            copy = std::move(spare_.back());
            spare_.pop_back();
        }
        waiting_bytes_ += bytes;
    }
    copy.assign(part.begin(), part.end());
    push(std::move(copy));
}

std::int64_t StateQueue::waiting_bytes() const {
    const std::scoped_lock lock(mutex_);
    return waiting_bytes_;
}

void StateQueue::close() { push(End{true}); }

void StateQueue::abandon() { push(End{false}); }

void StateQueue::push(Item item) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(std::move(item));
    changed_.notify_all();
}

StateQueue::Item StateQueue::pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !items_.empty(); });
    Item item = std::move(items_.front());
    items_.pop_front();
    return item;
}

void StateQueue::give_back(Part part) {
    const std::scoped_lock lock(mutex_);
    waiting_bytes_ -= std::ssize(part);
    spare_.push_back(std::move(part));
    changed_.notify_all();
}

/// Subtracts the bytes that were counted for a part that was never pushed.
void StateQueue::forget_waiting() {
    const std::scoped_lock lock(mutex_);
    waiting_bytes_ = 0;
}

void StateQueue::pass_on(StateSink& sink) {
    std::exception_ptr failure;
    const auto unless_failed = [&failure](const auto& act) {
        if (failure) return;
        try {
            act();
        } catch (...) {
            failure = std::current_exception();
        }
    };
    for (;;) {
        Item item = pop();
        if (const auto* end = std::get_if<End>(&item)) {
            forget_waiting();
            if (failure) std::rethrow_exception(failure);
            if (!end->whole) throw StateError("was not saved to its end");
            return;
        }
        if (const auto* info = std::get_if<ArrayInfo>(&item)) {
            unless_failed([&] { sink.begin(*info); });
        } else {
            Part& part = std::get<Part>(item);
            unless_failed([&] { sink.write(part); });
            give_back(std::move(part));
        }
    }
}

}  // namespace wavesim
