// SPDX-License-Identifier: MIT
#include "app/study/batch_queue.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/study/shell_answer.hpp"

namespace wavesim {

namespace {

std::vector<std::string> words_in(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::vector<std::string> lines_in(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The integer at the beginning of a text; 0 if there is none.
std::size_t number_at(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Parses numbers of waiting tasks as Grid Engine prints them, such as 3, 5-9:1 or 5-9:1,12.
std::vector<std::size_t> tasks_in(const std::string& text) {
    std::vector<std::size_t> tasks;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t dash = part.find('-'), colon = part.find(':');
        const std::size_t first = number_at(part);
        const std::size_t last = dash == std::string::npos ? first : number_at(std::string_view(part).substr(dash + 1));
        const std::size_t step = colon == std::string::npos ? 1 : number_at(std::string_view(part).substr(colon + 1));
        for (std::size_t task = first; task > 0 && task <= last; task += std::max<std::size_t>(1, step))
            tasks.push_back(task);
    }
    return tasks;
}

}  // namespace

BatchQueue parse_squeue(const std::string& text) {
    // squeue(1), job state codes. Slurm keeps jobs that have ended for a while.
    constexpr auto ended = std::to_array<std::string_view>({"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED",
                                                            "LAUNCH_FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
                                                            "RECONFIG_FAIL", "REVOKED", "TIMEOUT"});
    constexpr auto waiting = std::to_array<std::string_view>(
        {"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT", "SUSPENDED"});
    BatchQueue queue;
    for (const std::string& line : lines_in(text)) {
        const std::vector<std::string> words = words_in(line);
        if (words.size() < 3 || number_at(words[1]) == 0 || std::ranges::count(ended, words[2]) > 0) continue;
        const bool waits = std::ranges::count(waiting, words[2]) > 0;
        queue.tasks[{words[0], number_at(words[1])}] = waits ? BatchQueue::Place::waits : BatchQueue::Place::runs;
    }
    return queue;
}

BatchQueue parse_sge_qstat(const std::string& text) {
    BatchQueue queue;
    for (const std::string& line : lines_in(text)) {
        const std::vector<std::string> words = words_in(line);
        // job, priority, name, user, state, date, time, queue (where it runs), slots, tasks
        if (words.size() < 9 || number_at(words[0]) == 0) continue;
        const bool waits = words[4].find_first_of("qwh") != std::string::npos;
        for (const std::size_t task : tasks_in(words.back()))
            queue.tasks[{words[0], task}] = waits ? BatchQueue::Place::waits : BatchQueue::Place::runs;
    }
    return queue;
}

BatchQueue parse_pbs_qstat(const std::string& text) {
    BatchQueue queue;
    const nlohmann::json answer = nlohmann::json::parse(text, nullptr, false);
    if (!answer.is_object() || !answer.contains("Jobs")) return queue;
    for (const auto& [id, job] : answer["Jobs"].items()) {
        // 42[].server is the array, 42[3].server its third task.
        const std::size_t bracket = id.find('[');
        const std::size_t task = bracket == std::string::npos ? 0 : number_at(std::string_view(id).substr(bracket + 1));
        const std::string state = job.value("job_state", "");
        // F and X have ended, M was moved to another server.
        if (task == 0 || state.empty() || std::string_view("FXM").find(state[0]) != std::string_view::npos) continue;
        const bool waits = std::string_view("QHWTS").find(state[0]) != std::string_view::npos;
        queue.tasks[{id.substr(0, bracket), task}] = waits ? BatchQueue::Place::waits : BatchQueue::Place::runs;
    }
    return queue;
}

std::size_t most_slurm_tasks(const std::string& config) {
    constexpr std::size_t usual = 1000;
    for (const std::string& line : lines_in(config)) {
        const std::vector<std::string> words = words_in(line);
        // Task numbers must be below MaxArraySize.
        if (words.size() >= 3 && words[0] == "MaxArraySize" && number_at(words[2]) > 1) return number_at(words[2]) - 1;
    }
    return usual;
}

namespace {

struct QueueQuestion {
    std::vector<std::string> words;
    BatchQueue (*parse)(const std::string&);
};

QueueQuestion question_of(BatchSystem system, const std::vector<std::string>& jobs, const std::string& list) {
    switch (system) {
        case BatchSystem::sge: return {{"qstat"}, parse_sge_qstat};
        case BatchSystem::pbs: {
            QueueQuestion question{{"qstat", "-t", "-f", "-F", "json"}, parse_pbs_qstat};
            for (const std::string& job : jobs) question.words.push_back(job + "[]");
            return question;
        }
        case BatchSystem::slurm: break;
    }
    // `--states all`, since the user may have set other states in SQUEUE_STATES.
    return {{"squeue", "--noheader", "--array", "--states", "all", "--jobs", list, "--format", "%F %K %T"},
            parse_squeue};
}

/// Parses the answer of a batch system that does not know some of the jobs and prints error messages around the JSON.
BatchQueue parse_known(const QueueQuestion& question, const std::string& text) {
    const std::size_t from = text.find('{'), to = text.rfind('}');
    const bool json = from != std::string::npos && to != std::string::npos && from < to;
    return json ? question.parse(text.substr(from, to - from + 1)) : BatchQueue{};
}

}  // namespace

BatchQueue ask_queue(BatchSystem system, const std::vector<std::string>& jobs) {
    BatchQueue queue;
    if (jobs.empty()) return queue;
    std::string list;
    for (const std::string& job : jobs) list += (list.empty() ? "" : ",") + job;
    const QueueQuestion question = question_of(system, jobs, list);
    const ShellAnswer answer = ask_shell(question.words);
    if (answer.code == 0) return question.parse(answer.text);
    // Slurm and PBS report an error for a job that they do not know or no longer know.
    for (const char* unknown : {"Invalid job id", "Unknown Job Id", "Job has finished"})
        if (answer.text.find(unknown) != std::string::npos) return parse_known(question, answer.text);
    queue.silence = question.words[0] + " does not tell what is in the queue: " + answer.text;
    return queue;
}

std::int64_t memory_of_slurm_job() {
    const char* const megabytes = std::getenv("SLURM_MEM_PER_NODE");
    const std::int64_t number = megabytes == nullptr ? 0 : std::strtoll(megabytes, nullptr, 10);
    return number > 0 ? number << 20 : std::numeric_limits<std::int64_t>::max();
}

}  // namespace wavesim
