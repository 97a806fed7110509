// SPDX-License-Identifier: MIT
#include "stencils/cpu/thread_team.hpp"

#include <immintrin.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace wavesim::cpu {

namespace {

class FlushDenormals {
  public:
    FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush_to_zero | denormals_are_zero); }
    ~FlushDenormals() { _mm_setcsr(before_); }
    FlushDenormals(const FlushDenormals&) = delete;
    FlushDenormals& operator=(const FlushDenormals&) = delete;

  private:
    static constexpr unsigned flush_to_zero = 0x8000;
    static constexpr unsigned denormals_are_zero = 0x0040;
    unsigned before_;
};

#ifndef __SANITIZE_THREAD__
/// Throws std::system_error if so many threads cannot be started, because the OpenMP library would end the program. The
/// started threads are kept for OpenMP.
void expect_threads(int threads) {
    static std::atomic<int> started{1};
    if (threads <= started.load()) return;
    std::latch all_there(1);
    std::vector<std::jthread> team;
    try {
        while (static_cast<int>(team.size()) < threads - 1) team.emplace_back([&all_there] { all_there.wait(); });
    } catch (const std::system_error& error) {
        all_there.count_down();
        throw std::system_error(error.code(),
                                "cannot start " + std::to_string(threads) + " threads (--threads N asks for fewer)");
    }
    all_there.count_down();
    started.store(threads);
}
#endif

}  // namespace

void run_team(int threads, const std::function<void(const TeamMember&)>& work) {
    std::barrier<> barrier(threads);
    const auto run = [&](int number) {
        const FlushDenormals flush;
        work(TeamMember(number, threads, barrier));
    };
#ifdef __SANITIZE_THREAD__
    std::vector<std::jthread> team;
    for (int i = 0; i < threads; ++i) team.emplace_back(run, i);
#else
    expect_threads(threads);
    // Every member waits for all others, so with fewer threads than requested the team would hang.
    omp_set_dynamic(0);
#pragma omp parallel num_threads(threads)
    run(omp_get_thread_num());
#endif
}

}  // namespace wavesim::cpu
