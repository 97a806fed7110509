// SPDX-License-Identifier: MIT
#include "app/bench/jobs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "app/choice.hpp"
#include "app/errors.hpp"
#include "app/quantity_text.hpp"
#include "io/scene_faults.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/rtc/kernel_error.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

/// Whether a list with commas names a tile, by its whole text or by its nodes alone ("256x8" for "256x8 rows 2").
/// "256x8 rows 1" is "256x8" and no other.
bool names_tile(const std::string& list, const std::string& tile) {
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        const std::string name = list.substr(from, comma - from);
        if (name == tile || name == tile + " rows 1" || name == tile.substr(0, tile.find(' '))) return true;
        from = comma + 1;
    }
    return false;
}

/// The requested tiles of a backend. One without a name if the backend has no choice; none if it has no such tile.
std::vector<std::string> wanted_tiles(std::vector<std::string> tiles, const std::string& asked) {
    if (tiles.empty())
        return asked == "auto" || asked == "all" ? std::vector<std::string>{""} : std::vector<std::string>{};
    if (asked == "auto") tiles.resize(1);
    if (asked != "auto" && asked != "all")
        std::erase_if(tiles, [&asked](const std::string& tile) { return !names_tile(asked, tile); });
    return tiles;
}

}  // namespace

ProblemShape empty_box(const std::string& name, const Extent& extent, Precision precision) {
    const int dims = extent.ny == 1 ? 2 : 3;
    ProblemShape problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil(name, dims);
    problem.courant =
        problem.stencil.tuned_courant > 0 ? problem.stencil.tuned_courant : 0.999 * courant_limit(name, dims);
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

void LeftOut::add(const std::string& reason, const std::string& backend, const std::string& stencil) {
    stencils_[reason][backend].insert(stencil);
}

std::vector<std::string> LeftOut::sentences() const {
    std::vector<std::string> sentences;
    for (const auto& [reason, of_backends] : stencils_) {
        std::map<std::set<std::string>, std::vector<std::string>> alike;
        for (const auto& [backend, stencils] : of_backends) alike[stencils].push_back(backend);
        for (const auto& [stencils, backends] : alike)
            sentences.push_back(
                fmt::format("{}: {} ({})", fmt::join(backends, ", "), reason,
                            stencils.size() == 1 ? *stencils.begin() : fmt::format("{} stencils", stencils.size())));
    }
    return sentences;
}

BenchJobs make_jobs(const std::vector<BenchRequest>& requests, const Machine& machine) {
    BenchJobs made;
    LeftOut left_out;
    for (const BenchRequest& request : requests)
        for (const Precision precision : request.precisions)
            for (const Extent& extent : request.extents)
                for (const std::string& name : request.stencils) {
                    const ProblemShape shape = empty_box(name, extent, precision);
                    const StencilProblem problem{shape, {}, {}};
                    for (const BackendEntry* backend : request.backends) {
                        const Proposal proposal = backend->propose(problem, machine);
                        std::string reason = proposal.why_not;
                        if (reason.empty()) {
                            const auto tiles = wanted_tiles(proposal.tiles, request.tiles);
                            for (const std::string& tile : tiles) made.jobs.push_back({shape, backend, tile});
                            if (tiles.empty()) reason = fmt::format("it has no tile {}", request.tiles);
                        }
                        if (!reason.empty()) left_out.add(reason, backend->name, name);
                    }
                }
    made.left_out = left_out.sentences();
    return made;
}

BenchJobs only(BenchJobs made, const std::vector<std::string>& stencils, const std::string& tiles) {
    if (made.jobs.empty()) return made;  // left_out says why
    const bool some_tiles = !tiles.empty() && tiles != "auto" && tiles != "all";
    const auto wanted = [=](const BenchJob& job) {
        return (stencils.empty() || std::ranges::count(stencils, job.shape.stencil.name) > 0) &&
               (!some_tiles || job.tile.empty() || names_tile(tiles, job.tile));
    };
    std::set<std::string> names;
    for (const BenchJob& job : made.jobs) names.insert(job.shape.stencil.name);
    for (const std::string& stencil : stencils)
        if (!names.contains(stencil))
            throw UsageError(fmt::format("the suite has no stencil '{}' that can run here; it has {}", stencil,
                                         fmt::join(names, ", ")));
    const auto keep = [wanted](std::vector<BenchJob>& jobs) {
        std::erase_if(jobs, [&wanted](const BenchJob& job) { return !wanted(job); });
    };
    keep(made.jobs);
    if (made.jobs.empty()) throw UsageError(fmt::format("no row of the suite has tile {}", tiles));
    if (made.then)
        made.then = [keep, then = made.then](const std::vector<StepTiming>& rows) {
            std::vector<BenchJob> again = then(rows);
            keep(again);
            return again;
        };
    return made;
}

std::vector<const BackendEntry*> bench_backends(const std::string& text, const Machine& machine) {
    std::vector<const BackendEntry*> chosen;
    std::vector<std::string> names;
    for (const BackendEntry* entry : all_backends()) {
        names.push_back(entry->name);
        if (text == "all" || (text == "auto" && entry->on_gpu() == machine.gpu.usable())) chosen.push_back(entry);
    }
    if (text == "all" || text == "auto") return chosen;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string name = text.substr(from, comma - from);
        const BackendEntry* entry = find_backend(name);
        if (entry == nullptr) {
            const std::string near = did_you_mean(name, names);
            throw UsageError(fmt::format("there is no backend '{}'{}", name,
                                         near.empty() ? "; there are " + enumerate_words(names, " and ") : near));
        }
        chosen.push_back(entry);
        from = comma + 1;
    }
    return chosen;
}

std::string memory_fault(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine,
                         std::int64_t host_besides) {
    const MeasureBytes need = measure_bytes(problem, backend, machine);
    const auto fault = [&](std::int64_t bytes, std::int64_t free, const char* memory) {
        if (free == 0 || bytes <= free) return std::string{};
        return fmt::format("{} nodes need {}{}, {} are free", extent_text(problem.extent, problem.stencil.dims),
                           bytes_text(bytes), memory, bytes_text(free));
    };
    const std::string on_host = fault(need.host + host_besides, machine.memory_available, "");
    return on_host.empty() ? fault(need.device, machine.gpu.memory_free, " of device memory") : on_host;
}

void expect_bench_memory(const MeasureBytes& need, const Machine& machine) {
    const auto expect = [](std::int64_t bytes, std::int64_t free, const std::string& memory) {
        if (bytes > free && free > 0)
            throw EnvironmentError(
                EnvironmentError::Kind::memory,
                fmt::format("the measurement needs {}{}, {} are free", bytes_text(bytes), memory, bytes_text(free)));
    };
    expect(need.host, machine.memory_available, "");
    if (need.device > 0) expect(need.device, machine.gpu.memory_free, " of device memory");
}

int compile_kernels(const std::vector<BenchJob>& jobs, const BackendOptions& options, int threads) {
    // One kernel serves all extents. The first job of each precision also compiles the kernels that all jobs share.
    std::set<std::tuple<std::string, std::string, Precision, std::string>> known;
    std::set<Precision> started;
    std::vector<const BenchJob*> first;
    std::vector<const BenchJob*> others;
    for (const BenchJob& job : jobs) {
        if (!job.backend->on_gpu()) continue;
        if (!known.insert({job.shape.stencil.name, job.backend->name, job.shape.precision, job.tile}).second) continue;
        (started.insert(job.shape.precision).second ? first : others).push_back(&job);
    }
    const auto compile = [&options](const BenchJob& job) {
        try {
            BackendOptions with_tile = options;
            with_tile.tile = job.tile;
            job.backend->compile({job.shape, {}, {}}, with_tile);
        } catch (const KernelError&) {
            return;  // the measurement fails with the same message
        }
    };
    for (const BenchJob* job : first) compile(*job);
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    workers.reserve(static_cast<std::size_t>(std::max(threads, 0)));
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([&] {
            for (std::size_t k = next++; k < others.size(); k = next++) compile(*others[k]);
        });
    workers.clear();
    return static_cast<int>(known.size());
}

}  // namespace wavesim
