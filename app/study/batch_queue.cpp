// SPDX-License-Identifier: MIT
#include "app/study/batch_queue.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
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

/// A whole number with which text begins; 0 where it begins with none.
std::size_t number_at(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Tasks such as 3, 5-9:1 or 5-9:1,12, as Grid Engine prints those that wait.
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
    BatchQueue queue;
    for (const std::string& line : lines_in(text)) {
        const std::vector<std::string> words = words_in(line);
        if (words.size() < 3 || number_at(words[1]) == 0) continue;
        const bool waits = words[2] == "PENDING" || words[2].starts_with("REQUEUE") || words[2] == "SUSPENDED";
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

std::size_t most_slurm_tasks(const std::string& config) {
    constexpr std::size_t usual = 1000;
    for (const std::string& line : lines_in(config)) {
        const std::vector<std::string> words = words_in(line);
        // The largest number of a task is one less.
        if (words.size() >= 3 && words[0] == "MaxArraySize" && number_at(words[2]) > 1) return number_at(words[2]) - 1;
    }
    return usual;
}

BatchQueue ask_queue(BatchSystem system, const std::vector<std::string>& jobs) {
    BatchQueue queue;
    if (jobs.empty()) return queue;
    std::string list;
    for (const std::string& job : jobs) list += (list.empty() ? "" : ",") + job;
    const bool slurm = system == BatchSystem::slurm;
    const ShellAnswer answer =
        slurm ? ask_shell({"squeue", "--noheader", "--array", "--jobs", list, "--format", "%F %K %T"})
              : ask_shell({"qstat"});
    if (answer.code == 0) return slurm ? parse_squeue(answer.text) : parse_sge_qstat(answer.text);
    // One job that it does not know is an error, several are none.
    if (answer.text.find("Invalid job id") == std::string::npos)
        queue.silence =
            (slurm ? "squeue" : "qstat") + std::string(" does not tell what is in the queue: ") + answer.text;
    return queue;
}

std::int64_t memory_of_slurm_job() {
    const char* const megabytes = std::getenv("SLURM_MEM_PER_NODE");
    const std::int64_t number = megabytes == nullptr ? 0 : std::strtoll(megabytes, nullptr, 10);
    return number > 0 ? number << 20 : std::numeric_limits<std::int64_t>::max();
}

}  // namespace wavesim
