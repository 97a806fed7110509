// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace wavesim {

/// Expected cost of a case.
struct CaseForecast {
    std::int64_t memory_bytes = 0;  ///< host memory
    bool on_gpu = false;
    double seconds = 0;  ///< using the complete machine; 0: not known
    int gpus = 1;        ///< number of GPUs that share its grid, if it runs on GPUs
};

/// Resources that the cases of a study share.
struct CaseResources {
    int cores = 1;
    std::int64_t memory_bytes = 0;
    int gpus = 0;
    int cases_per_gpu = 1;
    int most_at_once = 0;  ///< as requested; 0: as many as fit
};

/// Number of cases that may run at the same time, at least 1. Limits are the number of cores, the memory (the largest
/// cases counted first) and, for cases on GPUs, the places on them.
int cases_at_once(const std::vector<CaseForecast>& cases, const CaseResources& resources);

/// Hands out cases in their order, skipping those that do not fit at present. No case on GPUs passes one that waits for
/// more GPUs than are free.
class CaseSchedule {
  public:
    CaseSchedule(std::vector<CaseForecast> cases, const CaseResources& resources);
    struct Start {
        std::size_t number = 0;   ///< of the case
        std::vector<int> gpus{};  ///< the GPUs of the case, ascending; empty: none
    };
    /// The next case that fits in addition to the running ones; a single one always fits. No value if none is left or
    /// fits.
    std::optional<Start> next();
    /// The next case without a GPU that takes at most `most_seconds`, to be begun after a running one. Its memory
    /// counts from now on. No value if none is left or fits.
    std::optional<Start> next_short(double most_seconds);
    void end(const Start& start);
    /// Puts back a case that was handed out and did not begin; it becomes the next one.
    void put_back(const Start& start);
    /// Schedules an ended case again, as the last one.
    void again(std::size_t number) { waiting_.insert(waiting_.begin(), number); }
    std::size_t left() const { return waiting_.size(); }

  private:
    std::vector<int> free_gpus(int count) const;
    Start hand_out(std::vector<std::size_t>::reverse_iterator place, std::vector<int> gpus);
    std::vector<CaseForecast> cases_;
    CaseResources resources_;
    std::vector<std::size_t> waiting_;  ///< last one first
    std::vector<int> on_gpu_;           ///< cases that run, per GPU
    std::int64_t memory_ = 0;
    int running_ = 0;
};

}  // namespace wavesim
