// SPDX-License-Identifier: MIT
#include "io/result/snapshot_writer.hpp"

#include <algorithm>
#include <memory>

namespace wavesim {

SnapshotWriter::SnapshotWriter(const PlanOutline& plan, int copies, WritingTeam& team)
    : plan_(plan), copies_(copies), team_(team) {}

/// All copies are allocated at once, so that their memory is that of the forecast whatever the speed of the disk.
std::vector<double> SnapshotWriter::take_copy(std::span<const double> values) {
    std::unique_lock lock(mutex_);
    if (!made_) free_.assign(static_cast<std::size_t>(copies_), std::vector<double>(values.size()));
    made_ = true;
    returned_.wait(lock, [this] { return !free_.empty(); });
    std::vector<double> copy = std::move(free_.back());
    free_.pop_back();
    lock.unlock();
    std::ranges::copy(values, copy.begin());
    return copy;
}

void SnapshotWriter::give_back(std::vector<double> copy) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(copy));
    returned_.notify_one();
}

void SnapshotWriter::free_copies() {
    const std::lock_guard lock(mutex_);
    free_ = {};
    made_ = false;
}

void SnapshotWriter::write(const std::filesystem::path& file, double time_s, std::span<const double> values) {
    if (copies_ == 0) return write_now(file, time_s, values);
    // The copy is returned whether its job is completed, fails or is dropped.
    const auto give = [this](std::vector<double>* copy) {
        give_back(std::move(*copy));
        delete copy;
    };
    const std::shared_ptr<std::vector<double>> copy(new std::vector<double>(take_copy(values)), give);
    team_.pool.post([this, file, time_s, copy] { write_now(file, time_s, *copy); });
}

void SnapshotWriter::write_now(const std::filesystem::path& file, double time_s, std::span<const double> values) {
    const SnapshotLattice lattice = snapshot_lattice(plan_, plan_.decision.snapshots->box);
    std::vector<double> turned;
    if (plan_.scene.frame.z_down()) turned = in_users_order(plan_, lattice.extent, values);
    team_.clock.disk([&] {
        write_snapshot_file(file, lattice, time_s, turned.empty() ? values : std::span<const double>(turned),
                            plan_.decision.shape.precision, AtomicFile::Folder::later, shown_field(plan_.scene));
    });
}

}  // namespace wavesim
