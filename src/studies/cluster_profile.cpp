// SPDX-License-Identifier: MIT
#include "studies/cluster_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/schema_words.hpp"
#include "io/scene/text.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"
#include "studies/shell_word.hpp"

namespace wavesim {

namespace {

nlohmann::json profile_schema() {
    using namespace schema;
    return object({{"cluster", with({{"type", "integer"}, {"const", 1}}, "version of the format")},
                   {"partition", with(text(), "--partition of sbatch")},
                   {"account", with(text(), "--account")},
                   {"time", with(text(), "--time, of a task", "01:00:00")},
                   {"gres", with(text(), "--gres, such as gpu:1")},
                   {"cpus", with(integer(1, 4096), "--cpus-per-task", 1)},
                   {"memory", with(text(), "--mem, such as 16G")},
                   {"at_once", with(integer(1, 100'000), "tasks at a time")},
                   {"modules", with(list(text(), 1, 100), "environment modules to load")},
                   {"container", with(text(), "words before the program, such as apptainer exec --nv image.sif")},
                   {"program", with(text(), "wavesim on the nodes", "wavesim")},
                   {"checkpoint_every", with(text(), "of each case", "10m")},
                   {"lines", with(list(text(), 1, 1000), "lines of one's own")}},
                  {"cluster"});
}

}  // namespace

ClusterProfile read_cluster_profile(const std::filesystem::path& file) {
    const std::string text = read_text_file(file, "cluster profile", scene_bytes_max);
    SceneFaults faults;
    SceneNode root;
    Places places;
    nlohmann::json values;
    if (parse_scene_yaml(text, 0, root, faults) && expect_kind(root, "cluster", faults))
        values = check_structure(root, profile_schema(), places, faults);
    if (!faults.empty()) {
        std::vector<MarkedFault> marked;
        for (const SceneFault& fault : faults)
            marked.push_back({{file.string(), fault.place.line, fault.place.column},
                              {fault.key, fault.message, fault.suggestion},
                              to_string(fault.rule)});
        throw SceneFileError(std::move(marked));
    }
    ClusterProfile profile;
    profile.partition = values.value("partition", "");
    profile.account = values.value("account", "");
    profile.gres = values.value("gres", "");
    profile.memory = values.value("memory", "");
    profile.time_limit = values.value("time", "");
    profile.cpus = values.value("cpus", std::int64_t{1});
    profile.at_once = values.value("at_once", std::int64_t{0});
    profile.modules = values.value("modules", std::vector<std::string>{});
    profile.container = values.value("container", "");
    profile.program = values.value("program", "");
    profile.checkpoint_every = values.value("checkpoint_every", "");
    profile.lines = values.value("lines", std::vector<std::string>{});
    return profile;
}

std::string job_script(const ClusterProfile& profile, const JobArray& array) {
    std::string text = "#!/bin/bash\n";
    const auto option = [&text](const char* name, const std::string& value) {
        if (!value.empty()) text += fmt::format("#SBATCH --{}={}\n", name, value);
    };
    option("job-name", array.name);
    option("array", fmt::format("1-{}{}", array.tasks, profile.at_once > 0 ? fmt::format("%{}", profile.at_once) : ""));
    option("partition", profile.partition);
    option("account", profile.account);
    option("time", profile.time_limit);
    option("gres", profile.gres);
    option("cpus-per-task", std::to_string(profile.cpus));
    option("mem", profile.memory);
    option("output", (array.logs / "%A_%a.log").string());
    text += "#SBATCH --open-mode=append\n#SBATCH --requeue\n";
    for (const std::string& line : profile.lines) text += line + '\n';
    for (const std::string& module : profile.modules) text += "module load " + module + '\n';
    text += fmt::format("number=$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {})\n", shell_word(array.list.string()));
    text += fmt::format("{}{}{} study run {} --output {} --cases \"$number\" --threads {} --time-limit job",
                        profile.container, profile.container.empty() ? "" : " ", profile.program,
                        shell_word(array.study.string()), shell_word(array.output.string()), profile.cpus);
    text += fmt::format(" --checkpoint-every {} --progress plain", shell_word(profile.checkpoint_every));
    for (const std::string& word : array.options) text += ' ' + shell_word(word);
    text +=
        "\ncode=$?\n"
        "if [ $code = 75 ]; then\n"
        "    scontrol requeue \"${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}\"\n"
        "    sleep 60\n"
        "fi\n"
        "exit $code\n";
    return text;
}

}  // namespace wavesim
