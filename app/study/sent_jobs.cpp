// SPDX-License-Identifier: MIT
#include "app/study/sent_jobs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "app/study/batch_queue.hpp"
#include "io/atomic_file.hpp"
#include "studies/sent_cases.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;
using Kind = TaskState::Kind;

constexpr const char* jobs_file = "jobs.txt";

std::string line_of(const SentJob& job) {
    return fmt::format("{} {} {} {}\n", job.job, job.list, job.tasks, word_of(job.system));
}

/// State of a task according to the notes of its script only.
TaskState noted_state(const fs::path& folder, const std::string& name) {
    TaskState state;
    state.log = folder / "logs" / (name + ".log");
    std::ifstream stream(folder / "tasks" / name);
    state.kind = Kind::lost;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string what, when, code;
        words >> what >> when >> code;
        if (what == "start") state.kind = Kind::lost;
        if (what == "program") state.began = true;
        if (what != "end") continue;
        state.exit_code = std::atoi(code.c_str());
        state.kind = state.exit_code == 0 || state.exit_code == 75 ? Kind::ended : Kind::failed;
    }
    return state;
}

/// Last line of a log, without the summary of all its cases at the end.
std::string last_line_of(const fs::path& log) {
    std::ifstream stream(log);
    std::string last;
    for (std::string line; std::getline(stream, line);)
        if (!line.empty() && !line.starts_with(' ') && !line.starts_with("Cases ")) last = line;
    return last;
}

}  // namespace

std::vector<SentJob> read_sent_jobs(const fs::path& folder) {
    std::vector<SentJob> jobs;
    std::ifstream stream(folder / jobs_file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        SentJob job;
        std::string system;
        if (!(words >> job.job >> job.list >> job.tasks >> system)) continue;  // line of an earlier version
        job.system = value_of<BatchSystem>(system).value_or(BatchSystem::slurm);
        jobs.push_back(job);
    }
    return jobs;
}

void add_sent_job(const fs::path& folder, const SentJob& job) {
    std::string text;
    for (const SentJob& earlier : read_sent_jobs(folder)) text += line_of(earlier);
    write_file(folder / jobs_file, text + line_of(job));
}

std::string text_of(const std::string& name, const TaskState& state) {
    std::string text = "task " + name;
    if (state.kind == Kind::failed) text += fmt::format(" ended with {}", state.exit_code);
    if (state.kind == Kind::lost)
        text += fs::exists(state.log) ? " was cut off" : " is not in the queue and never began";
    const std::string last = last_line_of(state.log);
    return last.empty() ? text : fmt::format("{}: {} ({})", text, last, state.log.string());
}

SentTasks::SentTasks(fs::path folder) {
    const std::vector<SentJob> jobs = read_sent_jobs(folder);
    struct Found {
        const SentJob* job;
        std::size_t number;
        Task task;
    };
    std::vector<Found> all;
    std::map<BatchSystem, std::vector<std::string>> open;
    for (const SentJob& job : jobs) {
        bool done = true;
        for (std::size_t number = 1; number <= job.tasks; ++number) {
            const std::string name = fmt::format("{}_{}", job.job, number);
            all.push_back({&job, number, {name, noted_state(folder, name)}});
            const TaskState& state = all.back().task.state;
            done = done && (state.kind == Kind::ended || state.kind == Kind::failed) && state.exit_code != 75;
        }
        if (!done) open[job.system].push_back(job.job);
    }
    BatchQueue queue;
    for (const auto& [system, numbers] : open) {
        const BatchQueue answer = ask_queue(system, numbers);
        queue.tasks.insert(answer.tasks.begin(), answer.tasks.end());
        if (!answer.silence.empty()) silence_ = answer.silence;
    }
    std::vector<std::string> lists;
    std::set<std::string> useful;
    for (Found& found : all) {
        TaskState& state = found.task.state;
        const auto place = queue.tasks.find({found.job->job, found.number});
        if (place != queue.tasks.end()) {
            state.kind = place->second == BatchQueue::Place::waits ? Kind::queued : Kind::running;
            in_queue_.insert(found.job->list);
        } else if (state.kind == Kind::lost && !silence_.empty()) {
            state.kind = Kind::unknown;
        }
        const bool dead = (state.kind == Kind::failed || state.kind == Kind::lost) && !state.began;
        if (!dead) useful.insert(found.job->list);
        if (lists.empty() || lists.back() != found.job->list) lists.push_back(found.job->list);
        if (found.job->list == jobs.back().list) last_.push_back(found.task);
    }
    for (auto list = lists.rbegin(); list != lists.rend() && !useful.contains(*list); ++list) ++useless_;
}

std::set<std::string> queued_cases(const fs::path& folder, const SentTasks& tasks) {
    std::set<std::string> ids;
    for (const std::string& list : tasks.lists_in_queue())
        for (const CaseScene& scene : read_sent_cases(folder / list).scenes.scenes) ids.insert(scene.id);
    return ids;
}

}  // namespace wavesim
