// SPDX-License-Identifier: MIT
#include "studies/cluster_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/check.hpp"
#include "io/scene/file_kind.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/schema_words.hpp"
#include "io/scene/text.hpp"
#include "io/scene/time_words.hpp"
#include "io/scene/yaml.hpp"
#include "io/text_file.hpp"

namespace wavesim {

namespace {

nlohmann::json profile_schema() {
    using namespace schema;
    return object({{"cluster", with({{"type", "integer"}, {"const", 1}}, "version of the format")},
                   {"system", with(choice<BatchSystem>(), "batch system", "slurm")},
                   {"partition", with(text(), "partition or queue")},
                   {"account", with(text(), "account or project")},
                   {"time", with(text(), "time limit of a task", "01:00:00")},
                   {"gres", with(text(), "other resources of a task, such as gpu:1")},
                   {"cpus", with(integer(1, 4096), "cores of a task", 1)},
                   {"memory", with(text(), "memory of a task, such as 16G")},
                   {"at_once", with(integer(1, 100'000), "tasks at most")},
                   {"attempts", with(integer(1, 1000), "failed attempts after which a case is left alone", 3)},
                   {"modules", with(list(text(), 1, 100), "environment modules to load")},
                   {"container", with(text(), "words before the program, such as apptainer exec --nv image.sif")},
                   {"program", with(text(), "wavesim on the nodes", "wavesim")},
                   {"checkpoint_every", with(text(), "of each case", "10m")},
                   {"lines", with(list(text(), 1, 1000), "lines of one's own")}},
                  {"cluster"});
}

/// Converts a time with units to hh:mm:ss, which all batch systems accept; other texts are unchanged.
std::string clock_text(const std::string& time) {
    const std::optional<double> seconds = parse_wall_time(time);
    if (!seconds || time.find_first_of("dhms") == std::string::npos) return time;
    const auto whole = static_cast<std::int64_t>(std::ceil(*seconds));
    return fmt::format("{:02}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

/// Whether it is a time, also in a form of the batch system itself (30, 02:30, 1-12), or empty.
bool is_time_limit(const std::string& time) {
    if (parse_wall_time(time)) return true;
    for (const char* const endless : {"UNLIMITED", "INFINITE"})
        if (time == endless) return true;
    return !time.empty() && time.find_first_not_of("0123456789:-") == std::string::npos && time.front() != '-';
}

void check_times(const nlohmann::json& values, const Places& places, SceneFaults& faults) {
    const auto expect = [&](const char* key, bool good, const char* suggestion) {
        if (good || !values.contains(key)) return;
        const std::string text = values.value(key, "");
        faults.push_back({Rule::out_of_range, places.at(key), key, fmt::format("'{}' is no time", text), suggestion});
    };
    expect("time", is_time_limit(values.value("time", "")), "write e.g. 02:00:00 or 90m");
    expect("checkpoint_every", parse_checkpoint_interval(values.value("checkpoint_every", "")).has_value(),
           "write e.g. 10m or '500 steps'");
}

}  // namespace

ClusterProfile read_cluster_profile(const std::filesystem::path& file) {
    const std::string text = read_text_file(file, "cluster profile", scene_bytes_max);
    SceneFaults faults;
    SceneNode root;
    Places places;
    nlohmann::json values;
    if (parse_scene_yaml(text, 0, root, faults) && expect_kind(root, "cluster", faults)) {
        values = check_structure(root, profile_schema(), places, faults);
        check_times(values, places, faults);
    }
    if (!faults.empty()) {
        std::vector<MarkedFault> marked;
        for (const SceneFault& fault : faults)
            marked.push_back({{file.string(), fault.place.line, fault.place.column},
                              {fault.key, fault.message, fault.suggestion},
                              to_string(fault.rule)});
        throw SceneFileError(std::move(marked));
    }
    ClusterProfile profile;
    profile.system = *value_of<BatchSystem>(values.value("system", "slurm"));
    profile.partition = values.value("partition", "");
    profile.account = values.value("account", "");
    profile.gres = values.value("gres", "");
    profile.memory = values.value("memory", "");
    profile.time_limit = clock_text(values.value("time", ""));
    profile.cpus = values.value("cpus", std::int64_t{1});
    profile.at_once = values.value("at_once", std::int64_t{0});
    profile.attempts = values.value("attempts", std::int64_t{3});
    profile.modules = values.value("modules", std::vector<std::string>{});
    profile.container = values.value("container", "");
    profile.program = values.value("program", "");
    profile.checkpoint_every = values.value("checkpoint_every", "");
    profile.lines = values.value("lines", std::vector<std::string>{});
    return profile;
}

}  // namespace wavesim
