// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "app/study/study_input.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

/// Numbers of the cases of a study by state.
struct StudyCounts {
    std::size_t cases = 0;     ///< cases selected for the command
    std::size_t complete = 0;  ///< those of earlier runs included
    std::size_t failed = 0;
    std::size_t stopped = 0;
    std::size_t elsewhere = 0;  ///< computed by other processes
    std::size_t running = 0;
};

/// `34 of 100 cases complete, 2 failed, 4 running, 12 min left`; without a time if it is not known yet.
std::string counts_text(const StudyCounts& counts, double left_s);

/// Output of `study run`: a table that is rewritten on a terminal, lines in a log, JSON objects for programs.
class StudyConsole {
  public:
    explicit StudyConsole(ProgressStyle style) : style_(style) {}
    ~StudyConsole() { clear(); }
    StudyConsole(const StudyConsole&) = delete;
    StudyConsole& operator=(const StudyConsole&) = delete;

    struct Running {
        std::string name;
        double fraction = 0;
        double left_s = 0;
    };
    void start(const OpenStudy& open, const StudyCounts& counts, int workers, int threads);
    /// Prints the progress, at most some times a second.
    void progress(const StudyCounts& counts, const std::map<std::size_t, Running>& running, double left_s);
    void case_end(const std::string& name, int exit_code, const std::string& sentence, double seconds);
    void end(const OpenStudy& open, const StudyCounts& counts, double seconds, int exit_code);
    bool json() const { return style_ == ProgressStyle::json; }

  private:
    void clear();
    ProgressStyle style_;
    int table_lines_ = 0;
    Stopwatch age_;
    double shown_s_ = -1e9;
    double shown_fraction_ = 0;
};

}  // namespace wavesim
