// SPDX-License-Identifier: MIT
#include "stencils/measure/triad_rate.hpp"

#include <algorithm>
#include <chrono>

#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/cpu/triad.hpp"
#include "stencils/gpu/common/device_floor.hpp"

namespace wavesim {

namespace {

using Clock = std::chrono::steady_clock;

template <class T>
class TriadOf final : public TriadRate {
  public:
    TriadOf(std::int64_t elements, int threads)
        : elements_(elements), threads_(cpu::team_size(threads)), a_(elements), b_(elements) {
        cpu::run_team(threads_, [&](const cpu::TeamMember& member) {
            const auto [begin, end] = share(member);
            std::fill(a_.data() + begin, a_.data() + end, T(0.5));
            std::fill(b_.data() + begin, b_.data() + end, T(0.25));
        });
    }

    double run(int sweeps) override {
        const cpu::Triad<T> kernel = cpu::triad<T>(cpu::choose_isa(""));
        const auto start = Clock::now();
        cpu::run_team(threads_, [&](const cpu::TeamMember& member) {
            const auto [begin, end] = share(member);
            for (int i = 0; i < sweeps; ++i) {
                kernel(a_.data() + begin, b_.data() + begin, T(1.5), end - begin);
                member.wait_for_all();
            }
        });
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        return seconds / (static_cast<double>(sweeps) * static_cast<double>(elements_));
    }

  private:
    struct Share {
        std::int64_t begin;
        std::int64_t end;
    };
    /// The part of a thread, in whole cache lines.
    Share share(const cpu::TeamMember& member) const {
        const std::int64_t lines = elements_ / 16;
        const auto cut = [&](int i) { return i == member.size() ? elements_ : lines * i / member.size() * 16; };
        return {cut(member.number()), cut(member.number() + 1)};
    }

    std::int64_t elements_;
    int threads_;
    cpu::FieldArray<T> a_;
    cpu::FieldArray<T> b_;
};

}  // namespace

std::unique_ptr<TriadRate> make_triad_rate(std::int64_t elements, Precision precision, int threads) {
    if (precision == Precision::float32) return std::make_unique<TriadOf<float>>(elements, threads);
    return std::make_unique<TriadOf<double>>(elements, threads);
}

namespace {

/// Best rate within `seconds`, bytes/s. Small arrays are swept several times, so that the start of threads is
/// negligible.
double best_rate(TriadRate& triad, std::int64_t elements, Precision precision, double seconds) {
    constexpr std::int64_t elements_per_run = 1 << 22;
    const int sweeps = static_cast<int>(std::max<std::int64_t>(1, elements_per_run / elements));
    const auto start = Clock::now();
    double best = triad.run(sweeps);
    while (std::chrono::duration<double>(Clock::now() - start).count() < seconds)
        best = std::min(best, triad.run(sweeps));
    return 3.0 * static_cast<double>(bytes_of(precision)) / best;
}

}  // namespace

double measure_triad(std::int64_t elements, Precision precision, int threads, double seconds) {
    return best_rate(*make_triad_rate(elements, precision, threads), elements, precision, seconds);
}

double measure_device_triad(std::int64_t elements, Precision precision, int device, double seconds) {
    return best_rate(*make_device_floor(elements, precision, device), elements, precision, seconds);
}

}  // namespace wavesim
