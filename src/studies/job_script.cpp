// SPDX-License-Identifier: MIT
#include "studies/job_script.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "io/scene/time_words.hpp"
#include "studies/shell_word.hpp"

namespace wavesim {

namespace {

/// The syntax of a batch system for features that all of them have. SGE is Grid Engine, PBS is PBS Professional or
/// OpenPBS.
struct BatchWords {
    const char* directive;  ///< prefix of lines of the script that are for it
    const char* job;        ///< number of the job, in the shell
    const char* task;       ///< number of the task, from 1
    const char* end;        ///< shell lines that set `end`, in seconds since 1970, if it is known
    const char* again;      ///< puts the task back into the queue, if necessary by setting `code`
};

constexpr BatchWords slurm_words{"#SBATCH", "$SLURM_ARRAY_JOB_ID", "$SLURM_ARRAY_TASK_ID",
                                 "end=${SLURM_JOB_END_TIME:-}\n"
                                 "[ -n \"$end\" ] || end=$(SLURM_TIME_FORMAT=standard squeue --noheader --jobs "
                                 "\"$SLURM_JOB_ID\" --format %e 2>/dev/null)\n"
                                 "case $end in [0-9]*T*) end=$(date -d \"$end\" +%s) ;; *[!0-9]*) end= ;; esac\n",
                                 "scontrol requeue \"${job}_$task\"\nsleep 60\n"};

/// SGE and PBS do not provide the end of a job.
constexpr const char* end_by_profile = "end=${seconds:+$(($(date +%s) + seconds))}\n";
constexpr BatchWords sge_words{"#$", "$JOB_ID", "$SGE_TASK_ID", end_by_profile, "code=99\n"};
constexpr BatchWords pbs_words{"#PBS", "${PBS_ARRAY_ID%%[[]*}", "$PBS_ARRAY_INDEX", end_by_profile,
                               // qrerun is only for operators
                               "echo \"the time is over; wavesim study run --slurm sends what is left\"\n"};

const BatchWords& words_of(BatchSystem system) {
    switch (system) {
        case BatchSystem::sge: return sge_words;
        case BatchSystem::pbs: return pbs_words;
        case BatchSystem::slurm: break;
    }
    return slurm_words;
}

/// Lines for the batch system, in the order of their options.
std::string directives(const ClusterProfile& profile, const JobArray& array) {
    const std::string begin = std::string(words_of(profile.system).directive) + ' ';
    const std::string memory = profile.memory.empty() ? array.memory : profile.memory;
    std::string text;
    const auto option = [&](const char* format, const std::string& value) {
        if (!value.empty()) text += begin + fmt::format(fmt::runtime(format), value) + '\n';
    };
    const std::string cpus = std::to_string(profile.cpus);
    switch (profile.system) {
        case BatchSystem::slurm:
            option("--job-name={}", array.name);
            option("--partition={}", profile.partition);
            option("--account={}", profile.account);
            option("--time={}", profile.time_limit);
            option("--gres={}", profile.gres);
            option("--cpus-per-task={}", cpus);
            option("--mem={}", memory);
            return text + begin + "--open-mode=append\n" + begin + "--requeue\n";
        case BatchSystem::sge:
            option("-N {}", array.name);
            option("-q {}", profile.partition);
            option("-P {}", profile.account);
            option("-l h_rt={}", profile.time_limit);
            option("-l {}", profile.gres);
            if (profile.cpus > 1) option("-pe smp {}", cpus);
            if (!profile.memory.empty()) option("-l h_vmem={}", profile.memory);
            return text + begin + "-S /bin/bash\n" + begin + "-r y\n";
        case BatchSystem::pbs: break;
    }
    option("-N {}", array.name);
    option("-q {}", profile.partition);
    option("-A {}", profile.account);
    option("-l walltime={}", profile.time_limit);
    option("-l select=1:{}", fmt::format("ncpus={}{}{}", cpus, memory.empty() ? "" : ":mem=" + memory + "b",
                                         profile.gres.empty() ? "" : ':' + profile.gres));
    return text + begin + "-r y\n";
}

/// The pattern of a log's name. In Slurm %A and %a are the numbers of job and task, and a literal % is doubled.
std::string slurm_log(const std::filesystem::path& logs) {
    std::string text;
    for (const char c : logs.string()) text += c == '%' ? "%%" : std::string(1, c);
    return text + "/%A_%a.log";
}

/// Lines that set `limit`: an option with the time of a task or the time until its job ends, whichever is shorter.
/// Empty if there is neither.
std::string time_limit_lines(const ClusterProfile& profile, const BatchWords& words, std::optional<double> own_s) {
    std::string text = own_s ? fmt::format("limit={:.0f}\n", std::ceil(*own_s)) : "limit=\n";
    if (profile.system != BatchSystem::slurm) {
        const std::optional<double> seconds = parse_wall_time(profile.time_limit);
        text += seconds ? fmt::format("seconds={:.0f}\n", *seconds) : "seconds=\n";
    }
    return text + words.end +
           "left=${end:+$((end - $(date +%s)))}\n"
           "if [ -n \"$left\" ] && [ \"${limit:-$left}\" -ge \"$left\" ]; then limit=$left; fi\n"
           "limit=${limit:+--time-limit ${limit}s}\n";
}

}  // namespace

std::string job_script(const ClusterProfile& profile, const JobArray& array) {
    const BatchWords& words = words_of(profile.system);
    std::string text = "#!/bin/bash\n" + directives(profile, array);
    for (const std::string& line : profile.lines) text += line + '\n';
    text += fmt::format("job={} task={}\nnote={}/${{job}}_$task\n", words.job, words.task, shell_word(array.notes));
    // Slurm redirects the output itself. The others cannot give the log the same name as the notes.
    if (profile.system != BatchSystem::slurm)
        text += fmt::format("exec >>{}/${{job}}_$task.log 2>&1\n", shell_word(array.logs));
    text += "echo \"start $(date +%s) $(hostname)\" >>\"$note\"\n";
    for (const std::string& module : profile.modules) text += "module load " + module + '\n';
    text += time_limit_lines(profile, words, array.time_limit_s);
    text += fmt::format("{}{}{} study task {} --output {} --share $((task + {})) --shares {}", profile.container,
                        profile.container.empty() ? "" : " ", profile.program, shell_word(array.list),
                        shell_word(array.output), array.first, array.all_tasks);
    text += fmt::format(" --note \"$note\" --attempts {} --cores {}", profile.attempts, profile.cpus);
    for (const std::string& word : array.options) text += ' ' + shell_word(word);
    text += " $limit\ncode=$?\necho \"end $(date +%s) $code\" >>\"$note\"\nif [ $code = 75 ]; then\n";
    return text + words.again + "fi\nexit $code\n";
}

std::vector<std::string> words_to_send(const ClusterProfile& profile, const JobArray& array,
                                       const std::filesystem::path& script) {
    const std::string tasks = fmt::format("1-{}", array.tasks);
    switch (profile.system) {
        case BatchSystem::sge:
            return {"qsub", "-terse", "-t", tasks, "-j", "y", "-o", (array.logs / "").string(), script.string()};
        case BatchSystem::pbs:
            return {"qsub", "-J", tasks, "-j", "oe", "-o", (array.logs / "").string(), script.string()};
        case BatchSystem::slurm: break;
    }
    return {"sbatch", "--parsable", "--array=" + tasks, "--output=" + slurm_log(array.logs), script.string()};
}

}  // namespace wavesim
