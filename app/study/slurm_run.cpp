// SPDX-License-Identifier: MIT
#include "app/study/slurm_run.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "app/quantity_text.hpp"
#include "app/scene_input.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/result/folder_lock.hpp"
#include "solvers/fault.hpp"
#include "studies/cluster_profile.hpp"
#include "studies/shell_word.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

struct ShellAnswer {
    int code = -1;
    std::string text;
};

/// What a command of the shell prints, errors included.
ShellAnswer ask_shell(const std::string& command) {
    ShellAnswer answer;
    FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return answer;
    std::array<char, 4096> buffer;
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) answer.text += buffer.data();
    const int status = pclose(pipe);
    answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    while (answer.text.ends_with('\n')) answer.text.pop_back();
    return answer;
}

/// Lines of a text file; none where it cannot be read.
std::vector<std::string> lines_of(const fs::path& file) {
    std::vector<std::string> lines;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Ids of the cases that a job of the study has in the queue. `slurm/jobs.txt` has a line per array: its job and its
/// list of cases. A job that Slurm does not know is none.
std::set<std::string> queued_cases(const fs::path& folder) {
    std::set<std::string> queued;
    for (const std::string& line : lines_of(folder / "jobs.txt")) {
        const std::string job = line.substr(0, line.find(' '));
        const ShellAnswer answer = ask_shell("squeue --noheader --array --jobs " + shell_word(job) + " --format %K");
        if (answer.code != 0) {
            if (answer.text.find("Invalid job id") != std::string::npos) continue;
            throw EnvironmentError(EnvironmentError::Kind::io,
                                   fmt::format("squeue does not tell what is in the queue: {}", answer.text));
        }
        const std::vector<std::string> ids = lines_of(folder / (line.substr(line.find(' ') + 1) + ".ids"));
        std::istringstream tasks(answer.text);
        for (std::size_t task; tasks >> task;)
            if (task >= 1 && task <= ids.size()) queued.insert(ids[task - 1]);
    }
    return queued;
}

}  // namespace

void run_on_slurm(const SlurmRun& request) {
    const ClusterProfile profile = read_cluster_profile(request.profile);
    const OpenStudy open = open_study(request.input);
    make_folder(open.folder.path());
    // Its tasks will share the folder; where that cannot be, it is said now.
    const FolderLock shared(open.folder.path(), FolderLock::Mode::shared);
    open.folder.claim(open.study, open.scenes);
    const fs::path folder = open.folder.path() / "slurm";
    make_folder(folder / "logs");
    // Two that send at once would send twice.
    const FolderLock lock(folder);
    const std::set<std::string> queued = queued_cases(folder);
    const std::vector<CaseStatus> status = open.folder.status(open.scenes);
    std::string numbers, ids;
    JobArray array;
    for (const std::size_t number : open.chosen) {
        const CaseScene& scene = open.scenes.scenes[number];
        if (scene.id.empty() || std::ranges::count(request.wanted, status[number].state) == 0) continue;
        if (queued.contains(scene.id)) continue;
        numbers += fmt::format("{}\n", number + 1);
        ids += scene.id + '\n';
        ++array.tasks;
    }
    for (const CaseFault& fault : open.scenes.faults) print_warning(case_fault_text(open.study, fault));
    if (array.tasks == 0)
        return put(fmt::format("nothing to send: {} in the queue\n",
                               counted(static_cast<std::int64_t>(queued.size()), "case")));
    const std::string name = fmt::format("array_{}", lines_of(folder / "jobs.txt").size() + 1);
    array.name = slug_of(open.study.name);
    array.study = fs::absolute(open.study.file);
    array.output = fs::absolute(open.folder.path());
    array.list = fs::absolute(folder / (name + ".numbers"));
    array.logs = fs::absolute(folder / "logs");
    for (const std::string& data : request.input.data) {
        array.options.emplace_back("--data");
        array.options.push_back(fs::absolute(data).string());
    }
    write_file(array.list, numbers);
    write_file(folder / (name + ".ids"), ids);
    write_file(folder / (name + ".sh"), job_script(profile, array));
    const ShellAnswer sent = ask_shell("sbatch --parsable " + shell_word((folder / (name + ".sh")).string()));
    if (sent.code != 0)
        throw EnvironmentError(EnvironmentError::Kind::io, fmt::format("sbatch did not take the job: {}", sent.text));
    const std::string job = sent.text.substr(0, sent.text.find(';'));
    std::string jobs;
    for (const std::string& line : lines_of(folder / "jobs.txt")) jobs += line + '\n';
    write_file(folder / "jobs.txt", jobs + job + ' ' + name + '\n');
    put(fmt::format("job {} has {}; `wavesim study status {}` tells how far they are\n", job,
                    counted(static_cast<std::int64_t>(array.tasks), "case"), request.input.file));
}

}  // namespace wavesim
