// SPDX-License-Identifier: MIT
#include "app/bench/session.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

#include "app/bench/counters.hpp"
#include "app/bench/json.hpp"
#include "app/bench/plot.hpp"
#include "app/bench/suites.hpp"
#include "app/bench/utc_date.hpp"
#include "app/processor.hpp"
#include "app/quantity_text.hpp"
#include "app/study/own_program.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/step_energy.hpp"
#include "stencils/measure/step_error.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

/// Explanation of the last column for GPUs.
constexpr const char* error_note =
    "error: against the CPU backend in double after 20 steps of the same kernel on 160 x 48 x 40 nodes, and the "
    "scene's "
    "absorbing layers.\n";

/// Options of `wavesim bench` for a job alone.
std::vector<std::string> job_words(const BenchJob& job) {
    const Extent& n = job.shape.extent;
    const std::string size = n.ny == 1 ? fmt::format("{}x{}", n.nx, n.nz) : fmt::format("{}x{}x{}", n.nx, n.ny, n.nz);
    std::vector<std::string> words{"--stencil", job.shape.stencil.name, "--size",
                                   size,        "--precision",          std::string(word_of(job.shape.precision))};
    if (!job.tile.empty())
        words.insert(words.end(),
                     {"--tiles", job.tile.find(' ') == std::string::npos ? job.tile + " rows 1" : job.tile});
    return words;
}

/// The same for a scene.
std::vector<std::string> scene_words(const SceneInput& input, Precision precision) {
    std::vector<std::string> words{input.file, "--precision", std::string(word_of(precision))};
    for (const std::string& set : input.sets) words.insert(words.end(), {"--set", set});
    for (const std::string& folder : input.data) words.insert(words.end(), {"--data", folder});
    return words;
}

}  // namespace

BenchSession::BenchSession(const BenchArguments& arguments, const Machine& machine)
    : arguments_(arguments), machine_(machine) {
    options_ = {machine.threads, arguments.isa.empty() ? machine.isa : arguments.isa, machine.gpu.index};
    report_.processor = processor_name();
    report_.isa = options_.isa;
    report_.threads = options_.threads;
    if (machine.gpu.usable()) report_.device = machine.gpu.name;
    report_.version = WAVESIM_VERSION;
    report_.date = utc_date();
}

void BenchSession::run_scene(const LoadedScene& loaded, const RunChoices& choices) {
    const PlanOptions options = choices.plan_options();
    PlanDraft draft = draft_scene(loaded, options);
    measure_rates(machine_, choices, draft, 0.2);  // auto compares predictions, as for a run
    const StageNotice stage = notice(draft.plan.grid());
    stage("medium, walls and points of the scene");
    const Plan plan = plan_scene(loaded, std::move(draft), machine_, options);
    const BackendEntry& backend = *find_backend(plan.decision.backend);
    MeasureBytes need = measure_bytes(common_part(plan.problem), backend, machine_);
    // The problem and its bulk step are in memory at the same time.
    need.host += plan.proposal.host_bytes;
    need.device += plan.proposal.device_bytes;
    expect_bench_memory(need, machine_);
    if (!backend.on_gpu()) report_.device.clear();
    say(bench_header(report_));
    BackendOptions options_of_scene = options_;
    if (const TunedTile* const tuned = tuned_tile(plan.proposal)) options_of_scene.tile = tuned->tile;
    report_.scene = measure_whole_step(plan.problem, backend, options_of_scene, arguments_.repeats, stage);
    if (backend.on_gpu()) stage("the error, on a small grid");
    complete(report_.scene->whole, plan.problem, backend, options_of_scene);
    count(report_.scene->whole, scene_words(arguments_.input, plan.decision.shape.precision));
    show(report_.scene->whole);
    say(bench_scene_text(*report_.scene));
    if (backend.on_gpu()) say(error_note);
    if (!arguments_.output.empty()) keep();
    write_reports();
}

void BenchSession::run_jobs(const BenchJobs& made) {
    if (made.jobs.empty())
        throw EnvironmentError(EnvironmentError::Kind::device,
                               made.left_out.empty()
                                   ? "none of the backends asked for takes part in this measurement; `wavesim doctor` "
                                     "says which there are and why a GPU cannot be used"
                                   : fmt::format("nothing can be measured; {}", fmt::join(made.left_out, "; ")));
    for (const std::string& sentence : made.left_out) say(fmt::format("left out: {}\n", sentence));
    const bool on_gpu =
        std::any_of(made.jobs.begin(), made.jobs.end(), [](const BenchJob& job) { return job.backend->on_gpu(); });
    if (!on_gpu) report_.device.clear();
    for (const BenchJob& job : made.jobs)
        expect_bench_memory(measure_bytes({job.shape, {}, {}}, *job.backend, machine_), machine_);
    if (!arguments_.output.empty()) report_.rows = kept_rows(arguments_.output, report_);
    const std::size_t kept = report_.rows.size();
    BenchJobs left;
    for (const BenchJob& job : made.jobs)
        if (!has(job)) left.jobs.push_back(job);
    if (kept > 0)
        say(fmt::format("{} already in {}, {} to go\n", counted(static_cast<std::int64_t>(kept), "row"),
                        arguments_.output, left.jobs.size()));
    if (on_gpu) compile(left.jobs);
    say(bench_header(report_));
    for (const BenchJob& job : left.jobs) run_job(job);
    if (made.then)
        for (const BenchJob& job : made.then(report_.rows))
            if (!has(job)) run_job(job);
    if (on_gpu)
        say(fmt::format(
            "F: the in-place update a = k b - a on the same device, in between, over arrays of at most 2^27 "
            "values.\n{}",
            error_note));
    else
        say("F: the in-place triad a = k b - a over arrays of the same size, measured in between.\n");
    if (!arguments_.suite.empty()) say(suite_text(arguments_.suite, report_.rows));
    write_reports();
}

const Problem& BenchSession::problem_of(const BenchJob& job) {
    const bool same = made_for_ && made_for_->make_problem == job.make_problem &&
                      made_for_->shape.stencil.name == job.shape.stencil.name &&
                      made_for_->shape.extent == job.shape.extent && made_for_->shape.precision == job.shape.precision;
    if (!same) {
        made_.reset();  // first, since two problems may not fit into memory
        made_ = job.make_problem(job.shape);
        made_for_ = job;
    }
    return *made_;
}

void BenchSession::run_job(const BenchJob& job) {
    const StageNotice stage = notice(job.shape.extent);
    stage(fmt::format("{} on {}: its medium", job.shape.stencil.name, job.backend->name));
    const Problem& problem = problem_of(job);
    stage(fmt::format("{} on {}: its steps", job.shape.stencil.name, job.backend->name));
    BackendOptions options = options_;
    options.tile = job.tile;
    StepTiming row = measure_step(problem, *job.backend, options, arguments_.repeats, job.steps);
    complete(row, problem, *job.backend, options);
    count(row, job_words(job));
    report_.rows.push_back(row);
    if (!arguments_.output.empty()) keep();
    show(row);
}

bool BenchSession::has(const BenchJob& job) const {
    return std::any_of(report_.rows.begin(), report_.rows.end(), [&](const StepTiming& row) {
        return row.stencil == job.shape.stencil.name && row.backend == job.backend->name &&
               row.extent == job.shape.extent && row.precision == job.shape.precision &&
               (job.tile.empty() || row.facts.tile == job.tile) && (job.steps == 0 || row.steps == job.steps);
    });
}

StageNotice BenchSession::notice(const Extent& extent) const {
    constexpr std::int64_t large = 1 << 24;  // nodes
    if (extent.nodes() < large) return [](const std::string&) {};
    return [](const std::string& what) { tell(fmt::format("... {}\n", what)); };
}

void BenchSession::complete(StepTiming& row, const Problem& problem, const BackendEntry& backend,
                            const BackendOptions& options) const {
    if (arguments_.energy) row.joule_per_step = measure_energy(problem, backend, options, 1.0);
    if (backend.on_gpu()) row.error = measure_error(common_part(problem), backend, options, machine_);
}

void BenchSession::say(const std::string& text) const { arguments_.json ? tell(text) : put(text); }

void BenchSession::show(const StepTiming& row) const {
    say(bench_row(report_, row) + counters_text(row.counters, static_cast<double>(row.extent.nodes())));
}

void BenchSession::count(StepTiming& row, std::vector<std::string> what) const {
    if (!arguments_.counters) return;
    what.insert(what.end(),
                {"--backend", row.backend, "--repeats", "1", "--device", fmt::format("{}", options_.device)});
    std::vector<std::string> command = own_program();
    command.emplace_back("bench");
    command.insert(command.end(), what.begin(), what.end());
    row.counters = count_kernels(command);
}

void BenchSession::keep() const { write_file(arguments_.output, bench_json(report_).dump(1) + "\n"); }

void BenchSession::compile(const std::vector<BenchJob>& jobs) const {
    const auto start = std::chrono::steady_clock::now();
    const int kernels = compile_kernels(jobs, options_, machine_.threads);
    say(fmt::format("{} compiled or found in the cache, {} on {}\n", counted(kernels, "kernel"),
                    duration_text(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()),
                    counted(machine_.threads, "thread")));
}

void BenchSession::tell_energy() const {
    std::set<std::string> reasons;
    const auto tell = [&](const StepTiming& row) {
        if (row.joule_per_step) {
            const std::optional<double> of_flop = joule_per_flop(row);
            say(fmt::format("energy of {} on {}: {} per step, {} per node{}\n", row.stencil, row.backend,
                            si_text(*row.joule_per_step, "J"), si_text(*joule_per_node(row), "J"),
                            of_flop ? fmt::format(", {} per FLOP", si_text(*of_flop, "J")) : ""));
        } else if (const BackendEntry* const backend = find_backend(row.backend)) {
            const std::string why_not = energy_meter(*backend, options_.device)().why_not;
            if (reasons.insert(why_not).second) say(fmt::format("energy: not available: {}\n", why_not));
        }
    };
    for (const StepTiming& row : report_.rows) tell(row);
    if (report_.scene) tell(report_.scene->whole);
    if (reasons.empty()) say("FLOP: 2 K per node and step, as u+ = sum of K products - u- counts them.\n");
}

void BenchSession::write_reports() const {
    if (arguments_.energy) tell_energy();
    if (!arguments_.json_file.empty()) write_file(arguments_.json_file, bench_json(report_).dump(2) + "\n");
    if (!arguments_.csv_file.empty()) write_file(arguments_.csv_file, bench_csv(report_));
    if (!arguments_.markdown_file.empty()) write_file(arguments_.markdown_file, bench_markdown(report_));
    if (arguments_.plot_file.empty()) return;
    BenchReport plotted = report_;
    plotted.rows = plotted_rows(arguments_.suite, report_.rows);
    write_file(arguments_.plot_file, bench_plot(plotted));
}

}  // namespace wavesim
