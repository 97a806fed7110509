// SPDX-License-Identifier: MIT
#include "app/study/worker.hpp"

#include <fmt/core.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <csignal>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/checkpoint_request.hpp"
#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/run_scene.hpp"
#include "app/study/known_machine.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/result/batch_job.hpp"
#include "io/result/folder_claim.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/result_file.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "studies/case_record.hpp"
#include "studies/shell_word.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

CaseOrder order_of(const json& line) {
    CaseOrder order;
    order.number = line.at("number");
    order.name = line.at("name");
    order.folder = line.at("folder");
    order.scene_hash = line.at("scene_hash");
    order.parameters = line.at("parameters").get<std::map<std::string, std::string>>();
    order.sets = line.at("sets").get<std::vector<std::string>>();
    order.places = line.at("places").get<std::vector<std::string>>();
    order.gpus = line.at("gpus").get<std::vector<int>>();
    return order;
}

std::string command_of(const WorkerSettings& settings, const CaseOrder& order) {
    std::string command = "wavesim run " + shell_word(settings.scene);
    for (const std::string& set : order.sets) command += " --set " + shell_word(set);
    for (const std::string& folder : settings.data) command += " --data " + shell_word(folder);
    return command;
}

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Text of the first fault, with its position in the study instead of `--set N`.
std::string sentence_of(const Failure& failure, const CaseOrder& order) {
    if (failure.faults.empty()) return failure.sentence;
    const std::string text = to_string(failure.faults.front());
    constexpr std::string_view option = "--set ";
    if (!text.starts_with(option)) return text;
    std::size_t number = 0;
    const auto parsed = std::from_chars(text.data() + option.size(), text.data() + text.size(), number);
    if (number < 1 || number > order.places.size()) return text;
    return order.places[number - 1] + parsed.ptr;
}

/// If the result folder of a case holds something other than a result of its scene, renames that folder. Nothing is
/// deleted.
void make_way(const CaseOrder& order) {
    const std::filesystem::path result = std::filesystem::path(order.folder) / "result";
    const FolderState found = inspect_folder(result, order.scene_hash);
    if (found != FolderState::foreign && found != FolderState::other_scene) return;
    const std::filesystem::path aside = free_name(result);
    std::error_code error;
    std::filesystem::rename(result, aside, error);
    if (error) throw io_error("rename", result, error.value());
    print_warning(fmt::format("case {}: what was in {} is in {} now", order.name, result.string(), aside.string()));
}

/// The next case reuses the memory pages of the last one, up to a limit: the kernel clears every new page.
void keep_freed_memory() {
    constexpr int mebi = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 4 * mebi);
    mallopt(M_TRIM_THRESHOLD, 32 * mebi);
}

/// Computes cases one after the other.
class CaseWorker {
  public:
    explicit CaseWorker(const WorkerSettings& settings) : settings_(settings) {
        if (settings.time_limit.empty()) return;
        limit_s_ = checkpoint_request("", settings.time_limit).time_limit_s;
    }

    /// Computes the case unless another process does or did, and reports the outcome. False if the run was stopped.
    bool work_on(const CaseOrder& order) {
        const Stopwatch watch;
        CaseEnd end;
        try {
            end = compute(order, watch);
        } catch (const EnvironmentError& error) {  // its record cannot be written
            end = {static_cast<int>(ExitCode::io), error.what(), met_full_disk()};
        }
        tell_end(order, end, watch.seconds());
        return !end.code || !was_stopped(*end.code);
    }

  private:
    struct CaseEnd {
        std::optional<int> code;  ///< no value: another process computes the case, or has computed it
        std::string sentence;
        bool disk_full = false;
        bool complete = false;  ///< without a code: its result exists
    };

    CaseEnd compute(const CaseOrder& order, const Stopwatch& watch) {
        const auto state = [&order](const std::optional<CaseRecord>& record) {
            return recorded_state(order.folder, order.scene_hash, record);
        };
        if (state(read_case_record(order.folder)) == CaseState::complete) return {{}, "", false, true};
        make_folder(order.folder);
        std::optional<FolderLock> lock;
        try {
            lock.emplace(order.folder);
        } catch (const FolderInUse&) {
            return {};
        }
        // On file systems without locks a killed worker would leave its mark; the result folder has a mark of its own.
        if (!lock->warning().empty()) lock.reset();
        CaseRecord record = read_case_record(order.folder).value_or(CaseRecord{});
        const CaseState before = state(record);
        if (before == CaseState::complete) return {{}, "", false, true};
        if (const int failed = failed_attempts(record);
            settings_.most_attempts > 0 && failed >= settings_.most_attempts)
            return {last_code(record), fmt::format("{} attempts failed, the last: {}", failed, record.sentence)};
        record.name = order.name;
        record.parameters = order.parameters;
        record.command = command_of(settings_, order);
        if (record.version.empty()) record.version = wavesim_version();
        record.sentence.clear();
        record.attempts.push_back(
            {static_cast<std::int64_t>(std::time(nullptr)), host_name(), batch_job().number, 0, -1});
        write_case_record(order.folder, record);
        if (before == CaseState::damaged) make_way(order);
        CaseEnd end;
        end.code = run(order, before == CaseState::stale, end.sentence);
        end.disk_full = end.code == static_cast<int>(ExitCode::io) && met_full_disk();
        if (*end.code == 0) record.version = wavesim_version();  // else the folder may hold a result of another version
        record.sentence = end.sentence;
        record.attempts.back().seconds = watch.seconds();
        record.attempts.back().exit_code = *end.code;
        write_case_record(order.folder, record);
        return end;
    }

    static int last_code(const CaseRecord& record) {
        const int code = record.attempts.back().exit_code;
        return code > 0 ? code : static_cast<int>(ExitCode::internal);
    }

    /// `anew`: replaces a complete result of another version.
    int run(const CaseOrder& order, bool anew, std::string& sentence) {
        RunRequest request;
        request.input.file = settings_.scene;
        request.input.sets = order.sets;
        request.input.data = settings_.data;
        if (order.gpus.size() == 1)
            request.input.device = order.gpus.front();
        else
            request.input.shared_gpus = order.gpus;
        request.output = (std::filesystem::path(order.folder) / "result").string();
        if (anew) request.takeover = Takeover::nothing;
        request.checkpoint_every = settings_.checkpoint_every;
        if (limit_s_)
            request.time_limit = fmt::format("{:.0f}s", std::max(1.0, std::floor(*limit_s_ - age_.seconds())));
        RunConsole console(ProgressStyle::json, RunConsole::Says::progress);
        try {
            PreparedRun prepared = prepare_run(request, [this](RunChoices choices, PlanDraft& draft) {
                if (choices.threads == 0) choices.threads = settings_.threads;
                return machine_(choices, draft);
            });
            SceneRun(prepared, request.takeover, console).run();
            return 0;
        } catch (const EndProgram& end) {
            if (end.code > 0 && end.code != static_cast<int>(ExitCode::stopped) && end.code < 128)
                sentence = "the run ended early";
            return end.code;
        } catch (...) {
            const Failure failure = current_failure();
            sentence = sentence_of(failure, order);
            return static_cast<int>(failure.code);
        }
    }

    static void tell_end(const CaseOrder& order, const CaseEnd& end, double seconds) {
        const json event{
            {"event", "case"},          {"number", order.number},   {"exit_code", end.code ? json(*end.code) : json()},
            {"complete", end.complete}, {"sentence", end.sentence}, {"disk_full", end.disk_full},
            {"seconds", seconds}};
        put(event.dump(-1, ' ', false, json::error_handler_t::replace) + '\n');
    }

    const WorkerSettings& settings_;
    std::optional<double> limit_s_;
    Stopwatch age_;
    KnownMachine machine_{0.02};
};

}  // namespace

json to_json(const CaseOrder& order) {
    return {{"number", order.number},         {"name", order.name},
            {"folder", order.folder},         {"scene_hash", order.scene_hash},
            {"parameters", order.parameters}, {"sets", order.sets},
            {"places", order.places},         {"gpus", order.gpus}};
}

void work_on_cases(const WorkerSettings& settings) {
    keep_freed_memory();
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // a case is stopped cleanly when its parent has ended
    outlive_readers();
    CaseWorker worker(settings);
    for (std::string line; std::getline(std::cin, line);)
        if (!worker.work_on(order_of(json::parse(line)))) return;
}

}  // namespace wavesim
