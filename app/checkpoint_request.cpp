// SPDX-License-Identifier: MIT
#include "app/checkpoint_request.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "app/errors.hpp"
#include "io/scene/time_words.hpp"

namespace wavesim {

namespace {

/// End of a job as squeue prints it, a local time such as 2026-11-24T13:00:00; empty if it is not known.
std::string end_from_squeue(const std::string& job) {
    for (const char c : job)
        if (std::string_view("0123456789_").find(c) == std::string_view::npos) return {};
    const std::string command =
        "SLURM_TIME_FORMAT=standard timeout 60 squeue --noheader --jobs " + job + " --format %e 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 64> line{};
    if (!pipe || !std::fgets(line.data(), static_cast<int>(line.size()), pipe.get())) return {};
    return line.data();
}

/// Seconds since 1970 at which the batch job of this process ends; no value if it has no limit.
std::optional<double> end_of_job() {
    if (const char* end = ::secure_getenv("SLURM_JOB_END_TIME"))
        if (const double seconds = std::strtod(end, nullptr); seconds > 0) return seconds;
    const char* job = ::secure_getenv("SLURM_JOB_ID");
    if (!job)
        throw UsageError("--time-limit job is for jobs of Slurm, and SLURM_JOB_ID is not set; write a time (3h50m)");
    std::tm time{};
    const std::string text = end_from_squeue(job);
    if (text.starts_with("NONE")) return {};  // a partition without a limit
    if (!strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time))
        throw UsageError(
            fmt::format("--time-limit job: neither SLURM_JOB_END_TIME nor squeue tells when job {} ends; "
                        "write a time (3h50m)",
                        job));
    time.tm_isdst = -1;
    return static_cast<double>(std::mktime(&time));
}

/// The time limit; no value if there is none.
std::optional<double> time_limit(const std::string& text) {
    if (text == "job") {
        const std::optional<double> end = end_of_job();
        if (!end) return {};
        const double left_s = *end - static_cast<double>(std::time(nullptr));
        if (left_s <= 0) throw UsageError("--time-limit job: the job should have ended already");
        return left_s;
    }
    if (const std::optional<double> seconds = parse_wall_time(text)) return *seconds;
    throw UsageError(fmt::format("--time-limit: '{}' is no time; write e.g. 3h50m, 02:00:00 or 30s, or job", text));
}

}  // namespace

double last_moment_s(double limit_s, double save_s, double part_s, double results_s) {
    return limit_s - std::min(2 * (save_s + part_s + results_s), limit_s / 2);
}

CheckpointRequest checkpoint_request(const std::string& every, const std::string& limit) {
    CheckpointRequest request;
    if (!every.empty()) {
        request.every = parse_checkpoint_interval(every);
        if (!request.every)
            throw UsageError(fmt::format(
                "--checkpoint-every: '{}' is no interval; write a time (10m, 1h30m, 90s) or '500 steps'", every));
    }
    if (!limit.empty()) request.time_limit_s = time_limit(limit);
    return request;
}

}  // namespace wavesim
