// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

struct Progress;

enum class ProgressStyle {
    bar,    ///< one line that is rewritten, for terminals
    plain,  ///< a line every tenth of the run, every shot and every 30 s, for logs
    json,   ///< one JSON object a line on standard output, for machines
    none,
};

template <>
struct EnumWords<ProgressStyle> {
    static constexpr auto words = std::to_array<std::string_view>({"bar", "plain", "json", "none"});
};

/// `auto`: bar where standard error is a terminal, else plain.
ProgressStyle progress_style(const std::string& name);

/// `[#####-----]  50 %  step 50/100  34.2 Mnode/s  peak 0.12 Pa  12 s left`, at most `columns` wide.
std::string progress_bar(const Progress& progress, int columns, const std::string& units = "Pa");
/// `step 50 of 100 (50 %), 12 s elapsed, 12 s left, 34.2 Mnode/s, peak 0.12 Pa`, after `shot 3 of 12, ` in surveys
std::string progress_line(const Progress& progress, const std::string& units = "Pa");
/// `{"event":"progress","step":50,...}`
std::string progress_json(const Progress& progress);

/// Progress of the comparison with the exact solution.
struct ComparisonProgress {
    double fraction = 0;
    double elapsed_s = 0;
};
/// `comparing with the exact solution: 40 %, 12 s elapsed, 18 s left`
std::string comparison_line(const ComparisonProgress& progress);

/// Progress of writing a checkpoint to the disk.
struct SavingProgress {
    std::int64_t step = 0;
    std::int64_t bytes = 0;  ///< written so far
    std::int64_t most_bytes = 0;
    double elapsed_s = 0;
};
/// `saving the checkpoint of step 400: 1.20 GiB of at most 4.10 GiB, 6.00 s elapsed`
std::string saving_line(const SavingProgress& progress);

/// Shows the progress of a run. Bar and plain lines go to standard error, JSON lines to standard output.
class ProgressReporter {
  public:
    explicit ProgressReporter(ProgressStyle style) : style_(style) {}
    ~ProgressReporter() { close(); }
    ProgressReporter(const ProgressReporter&) = delete;
    ProgressReporter& operator=(const ProgressReporter&) = delete;

    /// Units of the peak, if it is none of the sound pressure.
    void set_units(std::string units) { units_ = std::move(units); }
    void show(const Progress& progress);
    void show(const ComparisonProgress& progress);
    void show(const SavingProgress& progress);
    /// Ends the bar's line, so that other text may follow.
    void close();

  private:
    void rewrite_line(const std::string& line);

    ProgressStyle style_;
    std::string units_ = "Pa";
    bool line_open_ = false;
    bool started_ = false;
    std::int64_t last_shot_ = 0;
    double last_fraction_ = 0;
    double last_elapsed_s_ = 0;
    double last_compared_ = 0;
    double last_comparing_s_ = 0;
    std::int64_t last_saved_ = -1;  ///< step of the checkpoint
    double last_saving_s_ = 0;
};

}  // namespace wavesim
