// SPDX-License-Identifier: MIT
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace wavesim {

/// Threads that run jobs while the thread that posted them continues. Jobs begin in the order in which they were
/// posted. They start with the first job; where none can be started, post() does the job itself.
class WorkerPool {
  public:
    /// `threads` at most; with 0 the thread that posts a job does it.
    explicit WorkerPool(int threads) : most_(threads) {}
    /// Jobs that have not begun are left out.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Waits while as many jobs as there are threads wait for one. After a job has failed, does what wait() does.
    void post(std::function<void()> job);
    /// Whether a job would begin at once.
    bool idle() const;
    /// Returns when no job is left. Jobs that have not begun when another fails are left out; throws what failed, of
    /// several failures that of the job posted first, and forgets it.
    void wait();

  private:
    struct Job {
        std::int64_t number;
        std::function<void()> work;
    };
    void start();
    void work();
    void do_job(const Job& job, std::unique_lock<std::mutex>& lock);
    void throw_failure(std::unique_lock<std::mutex>& lock);

    int most_;
    std::vector<std::thread> threads_;
    mutable std::mutex mutex_;  ///< of all that follows
    std::condition_variable posted_;
    std::condition_variable changed_;  ///< a job was taken or is done
    std::deque<Job> waiting_;
    std::int64_t posted_jobs_ = 0;
    int busy_ = 0;
    bool ends_ = false;
    std::int64_t failed_job_ = 0;
    std::exception_ptr failure_;
};

}  // namespace wavesim
