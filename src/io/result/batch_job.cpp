// SPDX-License-Identifier: MIT
#include "io/result/batch_job.hpp"

#include <array>
#include <cstdlib>

namespace wavesim {

namespace {

struct JobVariables {
    const char* system;
    const char* tells;  ///< is set in jobs of this system and in no others
    const char* array;  ///< number of the array, if it has a separate variable
    const char* job;
    const char* task;
    const char* no_task;  ///< value of `task` in a job that is not an array
};

constexpr std::array systems{
    JobVariables{"Slurm", "SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_JOB_ID", "SLURM_ARRAY_TASK_ID", ""},
    JobVariables{"Grid Engine", "SGE_TASK_ID", "", "JOB_ID", "SGE_TASK_ID", "undefined"},
    JobVariables{"PBS", "PBS_JOBID", "", "PBS_JOBID", "PBS_ARRAY_INDEX", ""},
    JobVariables{"LSF", "LSB_JOBID", "", "LSB_JOBID", "LSB_JOBINDEX", "0"},
};

std::string variable(const char* name) {
    const char* const value = ::secure_getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

BatchJob batch_job() {
    for (const JobVariables& names : systems) {
        if (variable(names.tells).empty()) continue;
        const std::string task = variable(names.task), array = variable(names.array);
        if (task.empty() || task == names.no_task) return {names.system, variable(names.job)};
        const std::string job = array.empty() ? variable(names.job) : array;
        return {names.system, job.substr(0, job.find('[')) + '_' + task};  // PBS: 4711[3].server
    }
    return {};
}

}  // namespace wavesim
