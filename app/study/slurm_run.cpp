// SPDX-License-Identifier: MIT
#include "app/study/slurm_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/exit_code.hpp"
#include "app/quantity_text.hpp"
#include "app/scene_input.hpp"
#include "app/study/batch_queue.hpp"
#include "app/study/case_forecasts.hpp"
#include "app/study/sent_jobs.hpp"
#include "app/study/shell_answer.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/result/folder_lock.hpp"
#include "io/scene/time_words.hpp"
#include "io/utf8.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/backend/machine.hpp"
#include "studies/job_script.hpp"
#include "studies/sent_cases.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& why) { throw EnvironmentError(EnvironmentError::Kind::io, why); }

/// Shorter tasks are hardly worth their start.
constexpr double shortest_task_s = 600;

/// Sends the cases of a study to a cluster.
class Sending {
  public:
    explicit Sending(const SlurmRun& request)
        : request_(request), profile_(read_cluster_profile(request.profile)), open_(open_study(request.input)) {}

    int send() {
        for (const fs::path& path : {open_.study.scene, open_.study.file, open_.folder.path()}) expect_sendable(path);
        make_folder(open_.folder.path());
        // The tasks will share the folder; if this is impossible, it is reported now.
        const FolderLock shared(open_.folder.path(), FolderLock::Mode::shared);
        if (!open_.known) open_.folder.claim(open_.study, open_.scenes);
        make_folder(folder_ / "logs");
        make_folder(folder_ / "tasks");
        // Two processes that send at the same time would send cases twice.
        const FolderLock lock(folder_);
        const SentTasks tasks(folder_);
        if (!tasks.silence().empty()) refuse(tasks.silence());
        choose(queued_cases(folder_, tasks));
        for (const CaseFault& fault : open_.scenes.faults) print_warning(case_fault_text(open_.study, fault));
        if (given_up_ > 0)
            print_warning(fmt::format("{} failed {} times and {} not sent; `wavesim study retry {}` tries again",
                                      counted(static_cast<std::int64_t>(given_up_), "case"), profile_.attempts,
                                      given_up_ == 1 ? "is" : "are", study_words(open_)));
        if (chosen_.empty()) return tell_nothing_to_send();
        expect_useful(tasks);
        send_arrays();
        return first_failure_;
    }

  private:
    /// Lists of cases are UTF-8, and Slurm cannot write logs into folders with a backslash.
    static void expect_sendable(const fs::path& path) {
        const std::string text = fs::absolute(path).string();
        const char* const fault = !is_utf8(text)                         ? "is not UTF-8"
                                  : text.find('\\') != std::string::npos ? "holds a backslash"
                                                                         : nullptr;
        if (fault != nullptr)
            refuse(fmt::format("{} cannot be sent to a cluster: its name {}; rename it", text, fault));
    }

    void choose(const std::set<std::string>& queued) {
        const std::vector<CaseStatus> status = open_.folder.status(open_.scenes, open_.chosen);
        for (const std::size_t number : open_.chosen) {
            const CaseScene& scene = open_.scenes.scenes[number];
            const CaseStatus& one = status[number];
            if (scene.id.empty()) {
                fail(static_cast<int>(ExitCode::scene));
                continue;
            }
            stale_ += one.state == CaseState::stale ? 1 : 0;
            if (queued.contains(scene.id)) {
                ++queued_;
            } else if (std::ranges::count(request_.wanted, one.state) == 0) {
                continue;
            } else if (one.record && failed_attempts(*one.record) >= profile_.attempts) {
                ++given_up_;
                fail(one.record->attempts.back().exit_code);
            } else {
                chosen_.push_back(number);
            }
        }
    }

    /// Records a case that is not sent because it ended with this code.
    void fail(int code) {
        if (first_failure_ == 0) first_failure_ = code > 0 ? code : static_cast<int>(ExitCode::internal);
    }

    int tell_nothing_to_send() const {
        put(fmt::format("nothing to send: {} in the queue\n", counted(static_cast<std::int64_t>(queued_), "case")));
        const bool stale = stale_ > 0 && queued_ == 0 && first_failure_ == 0;
        if (stale)
            print_warning(fmt::format("{} computed by another version of wavesim; --stale sends them again",
                                      stale_ == 1 ? "1 case was" : fmt::format("{} cases were", stale_)));
        return stale ? static_cast<int>(ExitCode::stale) : first_failure_;
    }

    /// Refuses if tasks fail before the program begins: they will fail again until their cause is removed.
    void expect_useful(const SentTasks& tasks) const {
        if (tasks.useless_lists() == 0) return;
        const std::string last = text_of(tasks.last().front().name, tasks.last().front().state);
        if (tasks.useless_lists() < profile_.attempts) return print_warning("the last time, " + last);
        refuse(fmt::format(
            "the last {} jobs ended before wavesim began; {}; when that is mended, remove {} and send again",
            tasks.useless_lists(), last, (folder_ / "jobs.txt").string()));
    }

    /// Number of tasks, such that each has work for some time.
    std::size_t tasks_for(const std::vector<CaseForecast>& forecasts) const {
        const double cpus = static_cast<double>(profile_.cpus);
        // The forecast is for all cores of this computer.
        const double share = static_cast<double>(inspect_machine(0).threads) / cpus;
        double seconds = 0, longest = 0;
        for (const CaseForecast& one : forecasts) {
            seconds += one.seconds * share + around_case_s / cpus;
            longest = std::max(longest, one.seconds * share);
        }
        const double limit = parse_wall_time(profile_.time_limit).value_or(3600);
        const double each = std::clamp(shortest_task_s, std::min(longest, limit), limit);
        const double tasks = std::ceil(std::max(1.0, seconds / each));
        const auto most = static_cast<double>(profile_.at_once > 0 ? profile_.at_once : 100'000);
        return static_cast<std::size_t>(std::min({tasks, most, static_cast<double>(forecasts.size())}));
    }

    /// Memory of a task: the forecasts of the cases that it runs at once, plus a tenth.
    std::string memory_for(const std::vector<CaseForecast>& forecasts) const {
        std::vector<std::int64_t> bytes;
        bytes.reserve(forecasts.size());
        for (const CaseForecast& one : forecasts) bytes.push_back(one.memory_bytes);
        std::ranges::sort(bytes, std::greater<>());
        bytes.resize(std::min(bytes.size(), static_cast<std::size_t>(profile_.cpus)));
        std::int64_t sum = std::int64_t{200} << 20;  // the program that distributes them
        for (const std::int64_t one : bytes) sum += one + one / 10 + (std::int64_t{32} << 20);
        return fmt::format("{}M", (sum >> 20) + 1);
    }

    void send_arrays() {
        OpenStudy part = open_;
        part.chosen = chosen_;
        const std::vector<PlannedCase> planned = plan_cases(part, request_.input, Planning::large);
        SentCases sent;
        sent.study = open_.study;
        sent.study.file = fs::absolute(open_.study.file);
        sent.study.scene = fs::absolute(open_.study.scene);
        sent.study.cases.clear();
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            sent.study.cases.push_back(open_.study.cases[chosen_[i]]);
            sent.scenes.scenes.push_back(open_.scenes.scenes[chosen_[i]]);
            sent.forecasts.push_back(planned[i].forecast);
        }
        const std::size_t before = read_sent_jobs(folder_).size();
        const std::string list = fmt::format("cases_{}.jsonl", before + 1);
        write_sent_cases(folder_ / list, sent);

        JobArray array;
        array.name = slug_of(open_.study.name);
        array.list = fs::absolute(folder_ / list);
        array.output = fs::absolute(open_.folder.path());
        array.logs = fs::absolute(folder_ / "logs");
        array.notes = fs::absolute(folder_ / "tasks");
        array.memory = memory_for(sent.forecasts);
        array.all_tasks = tasks_for(sent.forecasts);
        array.options = options();
        array.time_limit_s = request_.time_limit_s;
        const std::size_t most = most_tasks();
        std::string jobs;
        for (std::size_t n = 1; array.first < array.all_tasks; ++n) {
            array.tasks = std::min(most, array.all_tasks - array.first);
            const std::string job = submit(array, folder_ / fmt::format("array_{}.sh", before + n));
            add_sent_job(folder_, {job, list, array.tasks, profile_.system});
            jobs += (jobs.empty() ? "" : ", ") + job;
            array.first += array.tasks;
        }
        put(fmt::format("job {} has {} for {}; `wavesim study status {}` tells how far they are\n", jobs,
                        counted(static_cast<std::int64_t>(array.all_tasks), "task"),
                        counted(static_cast<std::int64_t>(chosen_.size()), "case"), study_words(open_)));
    }

    std::vector<std::string> options() const {
        std::vector<std::string> words = request_.options;
        const auto lacks = [&](const char* option) { return std::ranges::count(words, option) == 0; };
        if (lacks("--checkpoint-every")) words.insert(words.end(), {"--checkpoint-every", profile_.checkpoint_every});
        for (const std::string& data : request_.input.data)
            words.insert(words.end(), {"--data", fs::absolute(data).string()});
        return words;
    }

    std::size_t most_tasks() const {
        if (profile_.system != BatchSystem::slurm) return 75'000;  // default of max_aj_tasks in Grid Engine
        return most_slurm_tasks(ask_shell({"scontrol", "show", "config"}).text);
    }

    std::string submit(const JobArray& array, const fs::path& script) const {
        write_file(script, job_script(profile_, array));
        const std::vector<std::string> words = words_to_send(profile_, array, fs::absolute(script));
        const ShellAnswer answer = ask_shell(words);
        if (answer.code != 0) refuse(fmt::format("{} did not take the job: {}", words.front(), answer.text));
        const std::size_t line = answer.text.rfind('\n');  // warnings may precede it
        const std::string last = line == std::string::npos ? answer.text : answer.text.substr(line + 1);
        return last.substr(0, last.find_first_of(";.["));
    }

    const SlurmRun& request_;
    ClusterProfile profile_;
    OpenStudy open_;
    fs::path folder_ = open_.folder.path() / "slurm";
    std::vector<std::size_t> chosen_;  ///< cases to be sent
    std::size_t queued_ = 0, given_up_ = 0, stale_ = 0;
    int first_failure_ = 0;
};

}  // namespace

int run_on_slurm(const SlurmRun& request) { return Sending(request).send(); }

}  // namespace wavesim
