// SPDX-License-Identifier: MIT
#include "stencils/cpu/cpu_backend.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "stencils/cpu/field_state.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

namespace {

/// Checks whether all values of a row are finite, and finds the largest magnitude of the finite ones.
template <class T>
struct RowLook {
    bool finite = true;
    T highest = 0;

    RowLook(const T* row, std::int64_t nodes) {
        for (std::int64_t x = 0; x < nodes; ++x) {
            const T size = std::abs(row[x]);
            const bool ok = size <= std::numeric_limits<T>::max();
            finite = finite && ok;
            highest = ok && size > highest ? size : highest;
        }
    }
};

/// Sum of the squares of the changes of a row, over its finite nodes.
template <class T>
double change_of_row(const T* row, const T* before, std::int64_t nodes) {
    constexpr std::int64_t lanes = 8;  // fixed order of summation, whatever the compiler does
    std::array<double, lanes> sums{};
    const auto add = [&](std::int64_t x, double& sum) {
        const double change = static_cast<double>(row[x]) - static_cast<double>(before[x]);
        sum += std::abs(row[x]) <= std::numeric_limits<T>::max() ? change * change : 0;
    };
    std::int64_t x = 0;
    for (; x + lanes <= nodes; x += lanes)
        for (std::int64_t lane = 0; lane < lanes; ++lane) add(x + lane, sums[static_cast<std::size_t>(lane)]);
    for (; x < nodes; ++x) add(x, sums[0]);
    double sum = 0;
    for (const double of_lane : sums) sum += of_lane;
    return sum;
}

/// Only nodes where all fields are finite count. The row starts at position `at` in each field; `first`: index of its
/// first node.
template <class T>
void look_at_row(const Fields<T>& fields, std::int64_t at, std::int64_t nodes, std::int64_t first,
                 FieldHealth& health) {
    const RowLook<T> pressure(fields[0] + at, nodes);
    if (pressure.finite && std::all_of(fields.begin() + 1, fields.end(),
                                       [&](const T* field) { return RowLook<T>(field + at, nodes).finite; })) {
        health.peak = std::max(health.peak, static_cast<double>(pressure.highest));
        return;
    }
    for (std::int64_t x = at; x < at + nodes; ++x) {
        if (std::all_of(fields.begin(), fields.end(), [x](const T* field) { return std::isfinite(field[x]); }))
            health.peak = std::max(health.peak, static_cast<double>(std::abs(fields[0][x])));
        else if (!health.first_bad)
            health.first_bad = first + (x - at);
    }
}

}  // namespace

template <class T>
CpuBackend<T>::CpuBackend(const StencilProblem& problem, int threads, std::unique_ptr<FieldUpdate<T>> update)
    : threads_(threads), update_(std::move(update)), receivers_(problem, update_->layout()) {
    for (Fields<T>& level : levels_)
        for (std::size_t f = 0; f < update_->fields().size(); ++f)
            level.push_back(arrays_.emplace_back(update_->layout().values).data());
    run_team(threads_, [&](const TeamMember& member) { update_->start(member, levels_); });
}

template <class T>
void CpuBackend<T>::advance(std::int64_t steps) {
    const std::size_t pending = traces_.size();
    traces_.resize(pending + static_cast<std::size_t>(steps) * receivers_.size());
    const Samples samples(receivers_, traces_.data() + pending);
    run_team(threads_, [&](const TeamMember& member) { update_->advance(member, step_, steps, levels_, samples); });
    step_ += steps;
}

template <class T>
void CpuBackend<T>::take_traces(std::vector<double>& traces) {
    traces.insert(traces.end(), traces_.begin(), traces_.end());
    traces_.clear();
}

template <class T>
void CpuBackend<T>::read(FieldLevel which, const NodeBox& box, std::span<double> values) const {
    const T* pressure = level(which)[0];
    std::size_t i = 0;
    for (std::int64_t z = box.from.z; z < box.to.z; z += box.stride)
        for (std::int64_t y = box.from.y; y < box.to.y; y += box.stride) {
            const T* row = pressure + update_->layout().at(0, y, z);
            for (std::int64_t x = box.from.x; x < box.to.x; x += box.stride) values[i++] = row[x];
        }
}

template <class T>
void CpuBackend<T>::write(FieldLevel which, std::span<const double> values) {
    const FieldLayout& layout = update_->layout();
    const Fields<T>& fields = level(which);
    for_each_row([&](std::int64_t y, std::int64_t z) {
        const double* from = values.data() + layout.extent.index(0, y, z);
        T* row = fields[0] + layout.at(0, y, z);
        for (std::int64_t x = 0; x < layout.extent.nx; ++x) row[x] = static_cast<T>(from[x]);
        update_->follow_pressure(fields, y, z);
        update_->mirror_row(fields, y, z);
    });
}

template <class T>
FieldHealth CpuBackend<T>::health() const {
    FieldHealth health;
    add_health(0, update_->layout().extent.nz, health);
    return health;
}

template <class T>
void CpuBackend<T>::add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const {
    const FieldLayout& layout = update_->layout();
    const Fields<T>& fields = level(FieldLevel::current);
    const T* const before = level(FieldLevel::previous)[0];
    std::vector<FieldHealth> planes(static_cast<std::size_t>(to - from));
    for_each_row(from, to, [&](std::int64_t y, std::int64_t z) {
        FieldHealth& plane = planes[static_cast<std::size_t>(z - from)];
        const std::int64_t at = layout.at(0, y, z);
        look_at_row(fields, at, layout.extent.nx, layout.extent.index(0, y, z), plane);
        plane.change += change_of_row(fields[0] + at, before + at, layout.extent.nx);
    });
    for (const FieldHealth& plane : planes) {
        health.peak = std::max(health.peak, plane.peak);
        health.change += plane.change;
        if (!health.first_bad) health.first_bad = plane.first_bad;
    }
}

template <class T>
std::vector<FieldPlanes> CpuBackend<T>::planes() {
    const FieldLayout& layout = update_->layout();
    const std::int64_t bytes = layout.plane_pitch * static_cast<std::int64_t>(sizeof(T));
    std::vector<FieldPlanes> planes;
    for (T* field : level(FieldLevel::current))
        planes.push_back({reinterpret_cast<std::byte*>(field + layout.halo_z * layout.plane_pitch), bytes, bytes});
    return planes;
}

template <class T>
std::vector<StateArray> CpuBackend<T>::state() {
    const std::vector<std::string> names = update_->fields();
    // The levels swap roles every step. The parity of the step determines which is which, so the step belongs to the
    // state.
    std::vector<StateArray> state{state_value("step", step_)};
    for (const std::size_t parity : {0u, 1u})
        for (std::size_t f = 0; f < names.size(); ++f)
            state.push_back(
                field_state(names[f] + (parity == 0 ? "_even" : "_odd"), update_->layout(), levels_[parity][f]));
    update_->add_state(state);
    return state;
}

template <class T>
void CpuBackend<T>::resume() {
    traces_.clear();
    for (const Fields<T>& fields : levels_)
        for_each_row([&](std::int64_t y, std::int64_t z) { update_->mirror_row(fields, y, z); });
}

template <class T>
template <class Act>
void CpuBackend<T>::for_each_row(std::int64_t from, std::int64_t to, const Act& act) const {
    run_team(threads_, [&](const TeamMember& member) {
        const std::int64_t ny = update_->layout().extent.ny;
        const std::int64_t end = from + (to - from) * (member.number() + 1) / member.size();
        for (std::int64_t z = from + (to - from) * member.number() / member.size(); z < end; ++z)
            for (std::int64_t y = 0; y < ny; ++y) act(y, z);
    });
}

template class CpuBackend<float>;
template class CpuBackend<double>;

}  // namespace wavesim::cpu
