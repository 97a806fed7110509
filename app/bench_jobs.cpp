// SPDX-License-Identifier: MIT
#include "app/bench_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "app/choice.hpp"
#include "app/errors.hpp"
#include "app/quantity_text.hpp"
#include "solvers/fault.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

namespace {

StencilProblem empty_box(const std::string& name, const Extent& extent, Precision precision) {
    const int dims = extent.ny == 1 ? 2 : 3;
    StencilProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil(name, dims);
    problem.courant =
        problem.stencil.tuned_courant > 0 ? problem.stencil.tuned_courant : 0.999 * courant_limit(name, dims);
    problem.walls.halo.fill(HaloRule::mirror_half);
    return problem;
}

/// The twenty sets of each family, one row per set: names without a suffix for special weights.
std::vector<std::string> large_stencils() {
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue())
        if (std::count(entry.name.begin(), entry.name.end(), '-') == 1) names.push_back(entry.name);
    return names;
}

}  // namespace

BenchJobs make_jobs(const std::vector<BenchRequest>& requests) {
    BenchJobs made;
    std::map<std::string, std::set<std::string>> reasons;  // sentence -> stencils
    for (const BenchRequest& request : requests)
        for (const Precision precision : request.precisions)
            for (const Extent& extent : request.extents)
                for (const std::string& name : request.stencils) {
                    const StencilProblem problem = empty_box(name, extent, precision);
                    for (const BackendEntry* backend : request.backends) {
                        const std::string reason = backend->why_not(problem);
                        if (reason.empty())
                            made.jobs.push_back({problem, backend});
                        else
                            reasons[fmt::format("{}: {}", backend->name, reason)].insert(name);
                    }
                }
    for (const auto& [sentence, names] : reasons)
        made.left_out.push_back(names.size() == 1 ? fmt::format("{} ({})", sentence, *names.begin())
                                                  : fmt::format("{} ({} stencils)", sentence, names.size()));
    return made;
}

std::vector<const BackendEntry*> bench_backends(const std::string& text, const Machine& machine) {
    std::vector<const BackendEntry*> chosen;
    std::vector<std::string> names;
    for (const BackendEntry& entry : backend_registry()) {
        names.push_back(entry.name);
        if (text == "all" || (text == "auto" && entry.on_gpu() == machine.gpu.has_value())) chosen.push_back(&entry);
    }
    if (text == "all" || text == "auto") return chosen;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string name = text.substr(from, comma - from);
        const BackendEntry* entry = find_backend(name);
        if (entry == nullptr)
            throw UsageError(fmt::format("there is no backend '{}'{}", name, did_you_mean(name, names)));
        chosen.push_back(entry);
        from = comma + 1;
    }
    return chosen;
}

std::vector<BenchRequest> suite_requests(const std::string& suite, const std::vector<const BackendEntry*>& backends,
                                         const std::vector<Precision>& precisions) {
    std::vector<BenchRequest> requests;
    for (const Precision precision : precisions) {
        if (suite == "large-stencils") {
            // "Medium" and "large" grids of the paper for each precision.
            const std::vector<Extent> grids = precision == Precision::float32
                                                  ? std::vector<Extent>{{720, 640, 560}, {928, 800, 750}}
                                                  : std::vector<Extent>{{640, 480, 420}, {672, 660, 600}};
            requests.push_back({large_stencils(), backends, grids, {precision}});
        } else {
            std::vector<const BackendEntry*> placements;
            for (const BackendEntry* backend : backends)
                if (backend->name.starts_with("stream25.")) placements.push_back(backend);
            requests.push_back(
                {{"leggy-1"}, placements, {{128, 128, 128}, {256, 256, 256}, {512, 512, 512}}, {precision}});
        }
    }
    return requests;
}

void expect_bench_memory(const MeasureBytes& need, const Machine& machine) {
    const auto expect = [](std::int64_t bytes, std::int64_t free, const std::string& memory) {
        if (bytes > free && free > 0)
            throw EnvironmentError(
                EnvironmentError::Kind::memory,
                fmt::format("the measurement needs {}{}, {} are free", bytes_text(bytes), memory, bytes_text(free)));
    };
    expect(need.host, machine.memory_available, "");
    if (need.device > 0 && machine.gpu) expect(need.device, machine.gpu->memory_free, " of device memory");
}

int compile_kernels(const std::vector<BenchJob>& jobs, const BackendOptions& options, int threads) {
    // The same kernel serves all extents; the first job of each precision also compiles what all share.
    std::set<std::tuple<std::string, std::string, Precision>> known;
    std::set<Precision> started;
    std::vector<const BenchJob*> first;
    std::vector<const BenchJob*> others;
    for (const BenchJob& job : jobs) {
        if (job.backend->compile == nullptr) continue;
        if (!known.insert({job.problem.stencil.name, job.backend->name, job.problem.precision}).second) continue;
        (started.insert(job.problem.precision).second ? first : others).push_back(&job);
    }
    const auto compile = [&options](const BenchJob& job) {
        try {
            job.backend->compile(job.problem, options);
        } catch (const KernelError&) {
            return;  // the measurement meets it again
        }
    };
    for (const BenchJob* job : first) compile(*job);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([&] {
            for (std::size_t k = next++; k < others.size(); k = next++) compile(*others[k]);
        });
    workers.clear();
    return static_cast<int>(known.size());
}

}  // namespace wavesim
