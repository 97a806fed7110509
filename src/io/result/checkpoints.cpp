// SPDX-License-Identifier: MIT
#include "io/result/checkpoints.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "io/atomic_file.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_file.hpp"
#include "io/result/resumed_shots.hpp"
#include "stencils/words.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(fs::symlink_status(file, error));
}

/// Files of the snapshots that a state of the shot has recorded.
std::vector<std::string> snapshots_in(StateFile& state, const Plan& plan, std::int64_t shot) {
    std::vector<std::string> files;
    if (!wants_vtk(plan)) return files;
    constexpr const char* name = "recorder/snapshots";
    std::vector<std::int64_t> values(static_cast<std::size_t>(2 * rows_in(state, name)));
    state.open(name);
    load_memory(state, std::as_writable_bytes(std::span(values)));
    for (std::size_t i = 0; i < values.size(); i += 2) files.push_back(snapshot_path(plan, shot, values[i]));
    return files;
}

std::string computed_by(const StateOrigin& origin) {
    return fmt::format("wavesim {}, {} {}, {}", origin.version, origin.backend, origin.isa, origin.precision);
}

void expect_same_program(const fs::path& folder, const StateOrigin& found, const StateOrigin& wanted) {
    if (computed_by(found) == computed_by(wanted)) return;
    throw EnvironmentError(
        EnvironmentError::Kind::io,
        fmt::format("folder {} holds a checkpoint of step {} computed by {}, from which this run ({}) cannot go on; "
                    "--force throws it away and computes all again, --output chooses another folder",
                    folder.string(), found.step, computed_by(found), computed_by(wanted)));
}

}  // namespace

StateOrigin origin_of(const Plan& plan) {
    StateOrigin origin;
    origin.scene_hash = plan.scene.hash;
    origin.version = wavesim_version();
    origin.backend = plan.decision.backend;
    origin.isa = planned_isa(plan);
    origin.precision = word_of(plan.decision.shape.precision);
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
        } catch (const StateError&) {  // find_checkpoint() says so
        }
    }
    return newest;
}

FoundCheckpoint find_checkpoint(const fs::path& folder, const Plan& plan, std::int64_t shot) {
    FoundCheckpoint found;
    for (const char* name : checkpoint_names) {
        if (!is_there(folder / name)) continue;
        try {
            StateFile state(folder / name);
            const StateOrigin& origin = state.origin();
            if (origin.scene_hash != plan.scene.hash || origin.shot != shot) continue;
            if (!found.file.empty() && origin.number < found.origin.number) continue;
            expect_same_program(folder, origin, origin_of(plan));
            state.expect_whole();
            std::vector<std::string> snapshots = snapshots_in(state, plan, shot);
            const auto gone = std::ranges::find_if(
                snapshots, [&folder](const std::string& file) { return !is_there(folder / file); });
            if (gone != snapshots.end()) throw StateError("needs " + *gone + ", which is not there");
            found.file = name;
            found.origin = origin;
            found.snapshots = std::move(snapshots);
        } catch (const StateError& error) {
            found.lost.push_back(fmt::format("{} {}", name, error.what()));
        }
    }
    for (std::string& sentence : found.lost)
        sentence += found.file.empty()
                        ? "; there is no other checkpoint, so the run begins anew"
                        : fmt::format("; the run goes on from step {} of {}", found.origin.step, found.file);
    return found;
}

Checkpoints::Checkpoints(fs::path folder, const FoundCheckpoint& found) : folder_(std::move(folder)) {
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
    // Two generations on the disk, not three.
    if (::unlink(target.c_str()) != 0 && errno != ENOENT) throw io_error("replace", target, errno);
    origin.number = ++number_;
    auto file = std::make_unique<StateFileWriter>(target, origin);
    save_state(*file);
    file->finish();
    file_ = std::move(file);
    writing_ = std::move(origin);
    on_disk_ = std::async(std::launch::async, [this] { file_->commit(); });
}

void Checkpoints::wait() {
    if (!on_disk_.valid()) return;
    const std::unique_ptr<StateFileWriter> done = [this] {
        on_disk_.wait();
        return std::move(file_);
    }();
    on_disk_.get();
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
