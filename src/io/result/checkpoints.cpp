// SPDX-License-Identifier: MIT
#include "io/result/checkpoints.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>

#include "io/atomic_file.hpp"
#include "io/result/planned_files.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(fs::symlink_status(file, error));
}

/// Files of the snapshots recorded in a state of the shot.
std::vector<std::string> snapshots_in(StateFile& state, const PlanOutline& plan, std::int64_t shot) {
    std::vector<std::string> files;
    if (!wants_vtk(plan)) return files;
    constexpr const char* name = "recorder/snapshots";
    const auto found = std::ranges::find(state.arrays(), name, &ArrayInfo::name);
    if (found == state.arrays().end()) throw StateError(fmt::format("has no array '{}'", name));
    std::vector<std::int64_t> values(static_cast<std::size_t>(found->bytes()) / sizeof(std::int64_t));
    state.open(name);
    load_memory(state, std::as_writable_bytes(std::span(values)));
    for (std::size_t i = 0; i + 1 < values.size(); i += 2) files.push_back(snapshot_path(plan, shot, values[i]));
    return files;
}

[[noreturn]] void refuse_other_program(const fs::path& folder, const StateOrigin& found, const PlanOutline& plan) {
    throw EnvironmentError(
        EnvironmentError::Kind::io,
        fmt::format("folder {} holds a checkpoint of step {} computed by {}, from which this run ({}) cannot go on "
                    "with the same bits; --continue-anyway goes on and says so in the result, --force computes all "
                    "again, --output chooses another folder",
                    folder.string(), found.step, text_of(found.program), text_of(program_of(plan))));
}

/// Checks the steps, since another version may plan a scene differently.
void expect_same_steps(const fs::path& folder, const StateOrigin& found, const PlanOutline& plan) {
    const StateOrigin own = origin_of(plan);
    if (found.stencil == own.stencil && found.time_step_s == own.time_step_s) return;
    throw EnvironmentError(
        EnvironmentError::Kind::io,
        fmt::format("folder {} holds a checkpoint of step {} with time steps of {} s by stencil {}, and this run has "
                    "steps of {} s by {}; --force computes all again, --output chooses another folder",
                    folder.string(), found.step, found.time_step_s, found.stencil, own.time_step_s, own.stencil));
}

/// The checkpoints of this scene and shot, the newest first. Unreadable ones are reported in `lost`.
struct Candidate {
    std::string file;
    StateOrigin origin;
};
std::vector<Candidate> candidates(const fs::path& folder, const std::string& scene_hash, std::int64_t shot,
                                  std::vector<std::string>& lost) {
    std::vector<Candidate> found;
    for (const char* name : checkpoint_names) {
        if (!is_there(folder / name)) continue;
        try {
            const StateOrigin origin = StateFile(folder / name).origin();
            if (origin.scene_hash == scene_hash && origin.shot == shot) found.push_back({name, origin});
        } catch (const StateError& error) {
            lost.push_back(fmt::format("{} {}", name, error.what()));
        }
    }
    std::ranges::sort(found, std::greater{}, [](const Candidate& state) { return state.origin.number; });
    return found;
}

/// The files of a checkpoint's snapshots. Throws StateError if the state is damaged or a file is missing.
std::vector<std::string> expect_usable(const fs::path& folder, const std::string& file, const PlanOutline& plan,
                                       std::int64_t shot) {
    StateFile state(folder / file);
    state.expect_whole();
    std::vector<std::string> snapshots = snapshots_in(state, plan, shot);
    for (const std::string& snapshot : snapshots)
        if (!is_there(folder / snapshot)) throw StateError("needs " + snapshot + ", which is not there");
    return snapshots;
}

/// The parts computed by other programs than that of the plan.
std::vector<std::string> earlier_programs(const StateOrigin& origin, const PlanOutline& plan) {
    std::vector<std::string> earlier = origin.earlier;
    if (!same_bits(origin.program, program_of(plan)))
        earlier.push_back(fmt::format("the steps up to {}{} are by {}", origin.step,
                                      plan.scene.survey ? fmt::format(" of shot {}", origin.shot + 1) : "",
                                      text_of(origin.program)));
    return earlier;
}

}  // namespace

StateOrigin origin_of(const PlanOutline& plan) {
    StateOrigin origin;
    origin.scene_hash = plan.scene.hash;
    origin.program = program_of(plan);
    origin.stencil = plan.decision.shape.stencil.name;
    origin.time_step_s = plan.decision.time_step_s;
    origin.shot = plan.decision.shot;
    return origin;
}

std::optional<StateOrigin> newest_origin(const fs::path& folder, const std::string& scene_hash) {
    std::optional<StateOrigin> newest;
    for (const char* name : checkpoint_names) {
        if (!is_there(folder / name)) continue;
        try {
            const StateOrigin origin = StateFile(folder / name).origin();
            if (origin.scene_hash == scene_hash && (!newest || origin.number > newest->number)) newest = origin;
        } catch (const StateError&) {  // find_checkpoint() reports it
        }
    }
    return newest;
}

FoundCheckpoint find_checkpoint(const fs::path& folder, const PlanOutline& plan, std::int64_t shot, Takeover takeover) {
    FoundCheckpoint found;
    for (const Candidate& state : candidates(folder, plan.scene.hash, shot, found.lost)) {
        expect_same_steps(folder, state.origin, plan);
        if (takeover == Takeover::same_program && !same_bits(state.origin.program, program_of(plan)))
            refuse_other_program(folder, state.origin, plan);
        try {
            found.snapshots = expect_usable(folder, state.file, plan, shot);
            found.file = state.file;
            found.origin = state.origin;
            found.earlier = earlier_programs(state.origin, plan);
            break;
        } catch (const StateError& error) {
            found.lost.push_back(fmt::format("{} {}", state.file, error.what()));
        }
    }
    for (std::string& sentence : found.lost)
        sentence += found.file.empty()
                        ? "; there is no other checkpoint, so the run begins anew"
                        : fmt::format("; the run goes on from step {} of {}", found.origin.step, found.file);
    return found;
}

Checkpoints::Checkpoints(fs::path folder, const FoundCheckpoint& found, std::int64_t most_waiting_bytes)
    : folder_(std::move(folder)), queue_(most_waiting_bytes) {
    if (found.file.empty()) return;
    newest_slot_ = found.file == checkpoint_names[0] ? 0 : 1;
    number_ = found.origin.number;
    newest_ = found.origin;
}

Checkpoints::~Checkpoints() {
    if (on_disk_.valid()) on_disk_.wait();
}

void Checkpoints::save(StateOrigin origin, const std::function<void(StateSink&)>& save_state) {
    wait();
    const fs::path target = folder_ / checkpoint_names[1 - newest_slot_];
    // Removes the old file first, so that the disk holds two checkpoints and not three.
    if (::unlink(target.c_str()) != 0 && errno != ENOENT) throw io_error("replace", target, errno);
    origin.number = ++number_;
    file_ = std::make_unique<StateFileWriter>(target, origin);
    writing_ = std::move(origin);
    on_disk_ = std::async(std::launch::async, [this, saving = Stopwatch()] {
        queue_.pass_on(*file_);
        file_->finish();
        file_->commit();
        return saving.seconds();
    });
    try {
        save_state(queue_);
    } catch (...) {
        queue_.abandon();
        on_disk_.wait();
        on_disk_ = {};
        file_.reset();
        throw;
    }
    queue_.close();
}

bool Checkpoints::idle_within(double seconds) const {
    return !on_disk_.valid() || on_disk_.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
}

void Checkpoints::wait() {
    if (!on_disk_.valid()) return;
    on_disk_.wait();
    const std::unique_ptr<StateFileWriter> done = std::move(file_);  // a file that has no name yet goes with it
    longest_s_ = std::max(longest_s_, on_disk_.get());
    newest_slot_ = 1 - newest_slot_;
    newest_ = writing_;
}

void remove_checkpoints(const fs::path& folder) noexcept {
    for (const char* name : checkpoint_names) {
        ::unlink((folder / name).c_str());
        ::unlink((folder / (std::string(name) + ".tmp")).c_str());
    }
}

}  // namespace wavesim
