// SPDX-License-Identifier: MIT
#include "io/worker_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace wavesim {

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        waiting_.clear();
    }
    posted_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::start() {
    if (!threads_.empty()) return;
    try {
        while (std::ssize(threads_) < most_) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // fewer threads suffice
        most_ = static_cast<int>(threads_.size());
    }
}

void WorkerPool::post(std::function<void()> job) {
    start();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || std::ssize(waiting_) < std::max<std::ptrdiff_t>(1, most_); });
    throw_failure(lock);
    Job next{posted_jobs_++, std::move(job)};
    if (threads_.empty()) {
        do_job(next, lock);
        return throw_failure(lock);
    }
    waiting_.push_back(std::move(next));
    posted_.notify_one();
}

bool WorkerPool::idle() const {
    const std::lock_guard lock(mutex_);
    return busy_ + std::ssize(waiting_) < most_;
}

void WorkerPool::wait() {
    std::unique_lock lock(mutex_);
    throw_failure(lock);
    changed_.wait(lock, [this] { return waiting_.empty() && busy_ == 0; });
    throw_failure(lock);
}

void WorkerPool::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        posted_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Job job = std::move(waiting_.front());
        waiting_.pop_front();
        changed_.notify_all();  // another job can be queued
        do_job(job, lock);
    }
}

void WorkerPool::do_job(const Job& job, std::unique_lock<std::mutex>& lock) {
    ++busy_;
    lock.unlock();
    std::exception_ptr failure;
    try {
        job.work();
    } catch (...) {  // the waiting thread reports it
        failure = std::current_exception();
    }
    lock.lock();
    --busy_;
    if (failure && (!failure_ || job.number < failed_job_)) {
        failure_ = failure;
        failed_job_ = job.number;
        waiting_.clear();
    }
    changed_.notify_all();
}

void WorkerPool::throw_failure(std::unique_lock<std::mutex>& lock) {
    if (!failure_) return;
    waiting_.clear();
    changed_.wait(lock, [this] { return busy_ == 0; });
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace wavesim
