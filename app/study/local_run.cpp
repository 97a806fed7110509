// SPDX-License-Identifier: MIT
#include "app/study/local_run.hpp"

#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "app/checkpoint_request.hpp"
#include "app/exit_code.hpp"
#include "app/quantity_text.hpp"
#include "app/stop_signal.hpp"
#include "app/study/batch_queue.hpp"
#include "app/study/case_forecasts.hpp"
#include "app/study/lost_worker.hpp"
#include "app/study/study_lock.hpp"
#include "app/study/worker_process.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

namespace {

using nlohmann::json;

/// A worker, the case that it computes, and the next case, which it has received in advance so that it need not wait.
struct BusyWorker {
    std::unique_ptr<WorkerProcess> process;
    std::optional<CaseSchedule::Start> start;
    std::optional<CaseSchedule::Start> following;
};

/// Cases forecast to be this short are sent in advance.
constexpr double short_case_s = 0.5;

/// The cases of a study while they run.
class LocalStudy {
  public:
    LocalStudy(const LocalRun& request, const OpenStudy& open, const SharedCases* task = nullptr)
        : request_(request), task_(task), open_(open), console_(progress_style(request.progress)) {}

    int run() {
        make_folder(open_.folder.path());
        using Mode = FolderLock::Mode;
        const bool alone = request_.input.cases.empty() && task_ == nullptr;
        const auto lock = lock_study(open_.folder.path(), alone ? Mode::alone : Mode::shared, request_.wait);
        if (!lock->warning().empty()) print_warning(lock->warning());
        if (task_ == nullptr) {
            if (!open_.known) open_.folder.claim(open_.study, open_.scenes);
            look();
            plan(forecast());
        } else {
            todo_ = open_;
            counts_.cases = open_.chosen.size();
            plan(task_->forecasts);
        }
        signals_.emplace(Kept::record);
        console_.start(open_, counts_, static_cast<int>(workers_.size()), settings_.threads);
        for (const auto& [name, sentence] : refused_) console_.case_end(name, 3, sentence, 0);
        do {
            while (work_is_left()) {
                start_cases();
                listen();
            }
        } while (others_gave_up());
        for (BusyWorker& worker : workers_)
            if (worker.process) worker.process->wait();
        const int code = exit_code();
        console_.end(open_, counts_, age_.seconds(), code);
        return code;
    }

  private:
    /// Finds the cases to be computed from their folders.
    void look() {
        const std::vector<CaseStatus> status = open_.folder.status(open_.scenes, open_.chosen);
        counts_.cases = open_.chosen.size();
        for (const std::size_t number : open_.chosen) {
            const CaseState state = status[number].state;
            if (open_.scenes.scenes[number].id.empty()) continue;
            const bool wanted = std::ranges::count(request_.wanted, state) > 0;
            if (state == CaseState::complete) ++counts_.complete;
            if (state == CaseState::stale) stale_.push_back(number);
            if (wanted) todo_.chosen.push_back(number);
            if (state == CaseState::complete || (!wanted && request_.others_may_stay)) ++settled_;
            if (state == CaseState::damaged && wanted)
                print_warning(fmt::format("case {} is computed again: {}", open_.study.cases[number].name,
                                          damage_of_case(open_.folder.case_folder(open_.scenes.scenes[number].id))));
        }
        for (const std::size_t number : open_.chosen) {
            if (!open_.scenes.scenes[number].id.empty()) continue;
            ++counts_.failed;
            first_failure_ = static_cast<int>(ExitCode::scene);
            for (const CaseFault& fault : open_.scenes.faults)
                if (fault.cases.front() == number)
                    refused_.emplace_back(open_.study.cases[number].name, to_string(fault.fault));
        }
        if (!stale_.empty() && std::ranges::count(request_.wanted, CaseState::stale) == 0)
            print_warning(
                fmt::format("{} {} computed by another version of wavesim; `wavesim study retry {} --stale` "
                            "computes them again",
                            stale_.size(), stale_.size() == 1 ? "case was" : "cases were", study_words(open_)));
    }

    std::vector<CaseForecast> forecast() {
        todo_.study = open_.study;
        todo_.scenes = open_.scenes;
        std::vector<CaseForecast> forecasts;
        for (const PlannedCase& one : plan_cases(todo_, request_.input, Planning::large))
            forecasts.push_back(one.forecast);
        return forecasts;
    }

    void plan(std::vector<CaseForecast> forecasts) {
        const Machine machine = inspect_machine(request_.threads);
        const LocalNode node = request_.node ? *request_.node : this_node();
        CaseResources resources;
        resources.cores = node.cores;
        if (task_ != nullptr && task_->cores > 0) resources.cores = std::min(resources.cores, task_->cores);
        resources.memory_bytes = std::min(machine.memory_available / 10 * 9, memory_of_slurm_job());
        resources.cases_per_gpu = request_.cases_per_gpu;
        resources.most_at_once = request_.at_once;
        gpus_ = node.gpus;
        resources.gpus = static_cast<int>(gpus_.size());
        for (CaseForecast& one : forecasts) one.on_gpu = one.on_gpu && !gpus_.empty();
        const int at_once = forecasts.empty() ? 0 : cases_at_once(forecasts, resources);
        workers_.resize(static_cast<std::size_t>(at_once));
        settings_.program = node.worker;
        settings_.scene = open_.study.scene.string();
        settings_.data = request_.input.data;
        settings_.threads =
            request_.threads > 0 ? request_.threads : std::max(1, resources.cores / std::max(1, at_once));
        settings_.checkpoint_every = request_.checkpoint_every;
        settings_.time_limit = request_.time_limit;
        if (task_ != nullptr) settings_.most_attempts = task_->attempts;
        for (const CaseForecast& one : forecasts) weight_left_ += weight(one);
        weight_all_ = weight_left_;
        forecasts_ = forecasts;
        schedule_.emplace(std::move(forecasts), resources);
        limit_s_ = checkpoint_request("", request_.time_limit).time_limit_s;
    }

    bool stopping() const {
        return disk_full_ || signals_->requested() || (limit_s_ && age_.seconds() > *limit_s_ - 2);
    }

    /// Checks the cases that other processes had. Complete ones are counted. With --wait, a case that was given up is
    /// scheduled again here; the result is then true.
    bool others_gave_up() {
        bool gave_up = false;
        while (!elsewhere_.empty()) {
            std::erase_if(elsewhere_, [&](std::size_t number) {
                const CaseScene& scene = open_.scenes.scenes[todo_.chosen[number]];
                const auto folder = open_.folder.case_folder(scene.id);
                const CaseState state = case_state(folder, scene.scene_hash, read_case_record(folder));
                if (state == CaseState::running || (state != CaseState::complete && !request_.wait)) return false;
                --counts_.elsewhere;
                if (state == CaseState::complete) return settle(), true;
                schedule_->again(number);
                return gave_up = true;
            });
            if (gave_up || !request_.wait || stopping()) break;
            console_.progress(counts_, running_, 0);
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        }
        return gave_up && !stopping();
    }

    /// Counts one more complete case.
    void settle() {
        ++counts_.complete;
        ++settled_;
    }

    bool work_is_left() const {
        const bool busy = std::ranges::any_of(workers_, [](const BusyWorker& w) { return w.start.has_value(); });
        return busy || (schedule_->left() > 0 && !stopping() && !workers_.empty());
    }

    void start_cases() {
        if (stopping()) return;
        for (BusyWorker& worker : workers_) {
            if (worker.start) continue;
            const std::optional<CaseSchedule::Start> start = schedule_->next();
            if (!start) return;
            if (!worker.process)
                worker.process = std::make_unique<WorkerProcess>(settings_, open_.folder.path() / "workers.log");
            begin(worker, *start);
            if (!worker.process->send(order(*start))) lose(worker);
        }
        for (BusyWorker& worker : workers_) {
            if (!worker.start || worker.following || forecasts_[worker.start->number].seconds > short_case_s) continue;
            worker.following = schedule_->next_short(short_case_s);
            if (!worker.following) return;
            if (!worker.process->send(order(*worker.following))) lose(worker);
        }
    }

    void begin(BusyWorker& worker, const CaseSchedule::Start& start) {
        worker.start = start;
        ++counts_.running;
        running_[start.number] = {case_of(start).name, 0, 0};
    }

    /// Takes back the case that a worker has received but will not begin.
    void take_back_following(BusyWorker& worker) {
        if (worker.following) schedule_->put_back(*worker.following);
        worker.following.reset();
    }

    const StudyCase& case_of(const CaseSchedule::Start& start) const {
        return open_.study.cases[todo_.chosen[start.number]];
    }

    CaseOrder order(const CaseSchedule::Start& start) const {
        const std::size_t number = todo_.chosen[start.number];
        const StudyCase& one = case_of(start);
        const CaseScene& scene = open_.scenes.scenes[number];
        CaseOrder order;
        order.number = start.number;
        order.name = one.name;
        order.folder = open_.folder.case_folder(scene.id).string();
        order.scene_hash = scene.scene_hash;
        for (std::size_t i = 0; i < open_.study.columns.size(); ++i)
            order.parameters[open_.study.columns[i].name] = one.values[i];
        for (const Override& set : one.settings) {
            order.sets.push_back(set.text);
            const Mark& place = open_.study.columns[static_cast<std::size_t>(set.position) - 1].place;
            order.places.push_back(fmt::format("{}:{}:{}", place.file, place.line, place.column));
        }
        for (const int gpu : start.gpus) order.gpus.push_back(gpus_[static_cast<std::size_t>(gpu)]);
        return order;
    }

    /// Waits for events of the workers and handles them.
    void listen() {
        std::vector<pollfd> files;
        std::vector<BusyWorker*> of_file;
        for (BusyWorker& worker : workers_) {
            if (!worker.start) continue;
            files.push_back({worker.process->events(), POLLIN, 0});
            of_file.push_back(&worker);
        }
        if (files.empty()) return;
        poll(files.data(), files.size(), 200);
        if (signals_->requested() && !passed_signal_) {
            passed_signal_ = true;
            for (const BusyWorker* worker : of_file) worker->process->signal(signals_->signal());
        }
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (files[i].revents == 0) continue;
            std::vector<json> events;
            const bool alive = of_file[i]->process->read(events);
            for (const json& event : events) take(*of_file[i], event);
            if (!alive && of_file[i]->start) lose(*of_file[i]);
        }
        console_.progress(counts_, running_, left_s());
    }

    void take(BusyWorker& worker, const json& event) {
        if (!worker.start) return;
        const std::string kind = event.value("event", "");
        StudyConsole::Running& here = running_[worker.start->number];
        if (kind == "progress") {
            const double elapsed = event.value("elapsed_s", 0.0);
            here.left_s = event.value("eta_s", 0.0);
            here.fraction = elapsed > 0 ? elapsed / (elapsed + here.left_s) : 0;
        } else if (kind == "case") {
            const json& answer = event["exit_code"];
            const auto code = answer.is_null() ? std::optional<int>() : answer.get<int>();
            if (!code && event.value("complete", false)) {
                settle();
            } else if (!code) {
                ++counts_.elsewhere;
                elsewhere_.push_back(worker.start->number);
            }
            if (event.value("disk_full", false)) stop_for_disk();
            end(worker, code, event.value("sentence", ""), event.value("seconds", 0.0));
            if (code && was_stopped(*code)) {  // the worker ends, too
                worker.process->wait();
                worker.process.reset();
                take_back_following(worker);
            } else if (worker.following) {
                begin(worker, *std::exchange(worker.following, {}));
                if (passed_signal_) worker.process->signal(signals_->signal());  // the case before may have received it
            }
        }
    }

    /// Handles a worker that has ended: its case failed, unless it was stopped.
    void lose(BusyWorker& worker) {
        const int signal = worker.process->wait();
        worker.process.reset();
        take_back_following(worker);
        if (passed_signal_) return end(worker, exit_code_of_signal(signals_->signal()), "", 0);
        const CaseScene& scene = open_.scenes.scenes[todo_.chosen[worker.start->number]];
        const LostCase lost = end_of_lost_case(open_.folder.case_folder(scene.id), scene.scene_hash, signal);
        end(worker, lost.exit_code, lost.sentence, 0);
    }

    /// Starts no more cases, since they would fail, too.
    void stop_for_disk() {
        if (!disk_full_ && schedule_->left() > 0)
            print_warning(fmt::format("the disk or the quota is full: {} not begun; the same command goes on",
                                      counted(static_cast<std::int64_t>(schedule_->left()), "case")));
        disk_full_ = true;
    }

    void end(BusyWorker& worker, std::optional<int> code, const std::string& sentence, double seconds) {
        const CaseSchedule::Start start = *worker.start;
        --counts_.running;
        weight_left_ -= weight(forecasts_[start.number]);
        running_.erase(start.number);
        schedule_->end(start);
        worker.start.reset();
        if (!code) return;
        if (*code == 0) {
            settle();
        } else if (was_stopped(*code)) {
            ++counts_.stopped;
        } else {
            ++counts_.failed;
            if (first_failure_ == 0) first_failure_ = *code;
        }
        console_.case_end(case_of(start).name, *code, sentence, seconds);
    }

    static double weight(const CaseForecast& forecast) { return std::max(1e-3, forecast.seconds); }

    double left_s() const {
        double left = weight_left_;
        for (const auto& [number, one] : running_) left -= one.fraction * weight(forecasts_[number]);
        const double done = weight_all_ - left;
        return done > 0 ? age_.seconds() * left / done : 0;
    }

    int exit_code() const {
        if (signals_->requested()) return exit_code_of_signal(signals_->signal());
        if (task_ != nullptr && (counts_.stopped > 0 || schedule_->left() > 0) && !disk_full_)
            return static_cast<int>(ExitCode::stopped);
        if (first_failure_ != 0) return first_failure_;
        if (task_ != nullptr) return 0;
        const bool stale_left = std::ranges::count(request_.wanted, CaseState::stale) == 0 && !stale_.empty();
        if (settled_ == counts_.cases) return static_cast<int>(stale_left ? ExitCode::stale : ExitCode::ok);
        const bool nothing_left = counts_.stopped == 0 && elsewhere_.empty() && schedule_->left() == 0;
        const bool stale_only = nothing_left && settled_ + stale_.size() == counts_.cases;
        return static_cast<int>(stale_only ? ExitCode::stale : ExitCode::stopped);
    }

    const LocalRun& request_;
    const SharedCases* task_;  ///< nullptr: not part of a task
    const OpenStudy& open_;
    OpenStudy todo_;  ///< the study with the cases that are to run
    StudyConsole console_;
    StudyCounts counts_;
    WorkerSettings settings_;
    std::vector<std::size_t> stale_;
    std::vector<std::pair<std::string, std::string>> refused_;  ///< cases with faults and sentences
    std::vector<int> gpus_;
    std::vector<CaseForecast> forecasts_;
    std::optional<CaseSchedule> schedule_;
    std::vector<BusyWorker> workers_;
    std::map<std::size_t, StudyConsole::Running> running_;
    std::optional<StopSignals> signals_;
    std::optional<double> limit_s_;
    std::vector<std::size_t> elsewhere_;  ///< numbers of cases that other processes had
    std::size_t settled_ = 0;             ///< cases that need no more work
    bool passed_signal_ = false;
    bool disk_full_ = false;
    int first_failure_ = 0;
    double weight_all_ = 0;
    double weight_left_ = 0;
    Stopwatch age_;
};

}  // namespace

int run_shared(const LocalRun& request, const OpenStudy& open, const SharedCases& shared) {
    outlive_readers();
    return LocalStudy(request, open, &shared).run();
}

int run_locally(const LocalRun& request) {
    outlive_readers();
    const OpenStudy open = open_study(request.input);
    return LocalStudy(request, open).run();
}

}  // namespace wavesim
