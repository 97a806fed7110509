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

/// Threads that run jobs while the posting thread continues. Jobs begin in the order in which they were posted. The
/// threads start with the first job. If none can be started, post() runs the job itself.
class WorkerPool {
  public:
    /// At most `threads` threads; with 0 the posting thread runs its jobs itself.
    explicit WorkerPool(int threads) : most_(threads) {}
    /// Jobs that have not begun are dropped.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Waits while as many jobs as there are threads are queued. After a job has failed, it acts like wait().
    void post(std::function<void()> job);
    /// Whether a job would begin at once.
    bool idle() const;
    /// Returns when no job is left. If a job fails, jobs that have not begun are dropped. Throws the failure, of
    /// several that of the job posted first, and forgets it.
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
    mutable std::mutex mutex_;  ///< protects the members below
    std::condition_variable posted_;
    std::condition_variable changed_;  ///< a job has begun or ended
    std::deque<Job> waiting_;
    std::int64_t posted_jobs_ = 0;
    int busy_ = 0;
    bool ends_ = false;
    std::int64_t failed_job_ = 0;
    std::exception_ptr failure_;
};

}  // namespace wavesim
