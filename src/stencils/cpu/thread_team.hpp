// SPDX-License-Identifier: MIT
#pragma once
#include <barrier>
#include <functional>

#include "stencils/backend/team_size.hpp"

namespace wavesim::cpu {

/// Data of a member of a running team: its number, the size of the team and the barrier of all members.
class TeamMember {
  public:
    TeamMember(int number, int size, std::barrier<>& barrier) : number_(number), size_(size), barrier_(barrier) {}
    int number() const { return number_; }
    int size() const { return size_; }
    void wait_for_all() const { barrier_.arrive_and_wait(); }

  private:
    int number_;
    int size_;
    std::barrier<>& barrier_;
};

/// Runs `work` on `threads` threads at once and returns when all are done; `work` must not throw. Denormal numbers are
/// flushed to zero meanwhile: they are far below rounding errors and would slow down silent regions. Uses OpenMP
/// threads; under ThreadSanitizer, which cannot see how OpenMP starts and ends them, plain threads. The barrier is not
/// that of OpenMP, which spins for long and is slow where other programs also need the cores. Throws std::system_error
/// (resource_unavailable_try_again) if the system cannot start so many threads.
void run_team(int threads, const std::function<void(const TeamMember&)>& work);

}  // namespace wavesim::cpu
