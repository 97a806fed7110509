// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/cuda_backend.hpp"

#include <algorithm>

#include "stencils/gpu/common/cuda/device_state.hpp"
#include "stencils/gpu/common/cuda/peer_access.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

int current_device() {
    int device = 0;
    cuda_check(cudaGetDevice(&device), "cudaGetDevice");
    return device;
}

}  // namespace

template <class Real>
CudaBackend<Real>::CudaBackend(std::string device_name, std::unique_ptr<KernelLibrary> support,
                               std::unique_ptr<FieldUpdate<Real>> update)
    : device_(current_device()),
      device_name_(std::move(device_name)),
      support_(std::move(support)),
      update_(std::move(update)),
      reader_(*support_, loop_.stream()),
      look_(*support_, update_->layout(), loop_.stream()) {
    for (DeviceLevel<Real>& level : levels_)
        for (std::size_t f = 0; f < update_->fields().size(); ++f) {
            level.emplace_back(update_->layout().values);
            level.back().clear();
        }
    const std::array<FieldOrigins<Real>, 2> fields{origins(0), origins(1)};
    if (update_->steps_per_launch() > 0) {
        loop_.take_launches(
            update_->steps_per_launch(),
            [this, fields](std::int64_t step, std::int64_t steps) {
                const auto now = static_cast<std::size_t>(step % 2);
                update_->queue_launch_on(loop_.stream(), step, steps, fields[now], fields[1 - now]);
            },
            [this](std::int64_t step) { return update_->step_reached(step); }, update_->passes());
        return;
    }
    const auto queue_step = [this, fields](std::int64_t parity) {
        const auto now = static_cast<std::size_t>(parity);
        update_->queue_on(loop_.stream(), parity, fields[now], fields[1 - now]);
    };
    loop_.prepare(queue_step, update_->passes());
    if (update_->steps_per_pass() > 1)
        loop_.take_passes(
            update_->steps_per_pass(),
            [this, fields](std::int64_t step) {
                const auto now = static_cast<std::size_t>(step % 2);
                update_->queue_pass_on(loop_.stream(), step, fields[now], fields[1 - now]);
            },
            [this, fields](std::int64_t step) {
                const auto now = static_cast<std::size_t>(step % 2);
                update_->settle_on(loop_.stream(), step, fields[now], fields[1 - now]);
            });
}

template <class Real>
CudaBackend<Real>::~CudaBackend() = default;

template <class Real>
FieldOrigins<Real> CudaBackend<Real>::origins(std::int64_t parity) const {
    FieldOrigins<Real> origins;
    for (const DeviceArray<Real>& field : levels_[static_cast<std::size_t>(parity)]) origins.push_back(origin(field));
    return origins;
}

template <class Real>
void CudaBackend<Real>::start_advance(std::int64_t steps) {
    const std::int64_t parity = parity_of(FieldLevel::current);
    if (!gathered_) update_->gather_on(loop_.stream(), parity, origins(parity), origins(1 - parity));
    gathered_ = update_->steps_per_pass() == 1;  // single steps keep the data up to date
    loop_.start(steps);
}

template <class Real>
void CudaBackend<Real>::read(FieldLevel which, const NodeBox& box, std::span<double> values) const {
    read_nodes(level(which)[0], update_->layout(), box, values);
}

template <class Real>
void CudaBackend<Real>::start_read(const NodeBox& box, std::span<double> values) {
    reader_.start(origin(level(FieldLevel::current)[0]), update_->layout(), box, values);
}

template <class Real>
void CudaBackend<Real>::write(FieldLevel which, std::span<const double> values) {
    gathered_ = false;
    const DeviceLayout& layout = update_->layout();
    std::vector<Real> pressure(static_cast<std::size_t>(layout.values), Real(0));
    const Extent& n = layout.extent;
    auto from = values.begin();
    for (std::int64_t z = 0; z < n.nz; ++z)
        for (std::int64_t y = 0; y < n.ny; ++y) {
            Real* const row = pressure.data() + (layout.origin + z * layout.plane + y * layout.pitch);
            for (std::int64_t x = 0; x < n.nx; ++x) row[x] = static_cast<Real>(*from++);
        }
    const std::int64_t parity = parity_of(which);
    const std::vector<std::vector<Real>> fields = update_->level_of(std::move(pressure), 1 - parity);
    for (std::size_t f = 0; f < fields.size(); ++f)
        levels_[static_cast<std::size_t>(parity)][f].upload(fields[f].data(), layout.values);
}

template <class Real>
FieldHealth CudaBackend<Real>::health() const {
    FieldHealth health;
    add_health(0, update_->layout().extent.nz, health);
    return health;
}

template <class Real>
void CudaBackend<Real>::add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const {
    const DeviceLevel<Real>& now = level(FieldLevel::current);
    std::optional<std::int64_t> first_bad =
        look_.look(origin(now[0]), origin(level(FieldLevel::previous)[0]), from, to, health);
    for (std::size_t f = 1; f < now.size(); ++f) {
        const std::optional<std::int64_t> bad = look_.look(origin(now[f]), nullptr, from, to, health);
        if (bad && (!first_bad || *bad < *first_bad)) first_bad = bad;
    }
    if (!health.first_bad) health.first_bad = first_bad;
}

template <class Real>
std::vector<FieldPlanes> CudaBackend<Real>::planes() {
    const DeviceLayout& layout = update_->layout();
    const auto bytes = [](std::int64_t values) { return values * static_cast<std::int64_t>(sizeof(Real)); };
    std::vector<FieldPlanes> planes;
    for (const DeviceArray<Real>& field : level(FieldLevel::current))
        planes.push_back({reinterpret_cast<std::byte*>(origin(field)),
                          bytes((layout.extent.ny - 1) * layout.pitch + layout.extent.nx), bytes(layout.plane)});
    return planes;
}

template <class Real>
void CudaBackend<Real>::copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) {
    cuda_check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDefault, loop_.stream()),
               "copying planes of a neighbour");
}

template <class Real>
void CudaBackend<Real>::meet(const StencilBackend& neighbour) {
    enable_peer_access(device_, dynamic_cast<const CudaBackend&>(neighbour).device_);
}

template <class Real>
void CudaBackend<Real>::wait_for(const StencilBackend& neighbour) {
    dynamic_cast<const CudaBackend&>(neighbour).marks_.last().hold(loop_.stream());
}

template <class Real>
std::vector<StateArray> CudaBackend<Real>::state() {
    const auto passage = std::make_shared<const StatePassage>();
    const DeviceLayout& layout = update_->layout();
    const std::vector<std::string> names = update_->fields();
    // Levels swap roles every step. The parity of the step determines which is which, so the step belongs to the state.
    std::vector<StateArray> arrays{state_value("step", loop_.step())};
    for (const std::size_t parity : {0u, 1u})
        for (std::size_t f = 0; f < names.size(); ++f)
            arrays.push_back(device_field_state(names[f] + (parity == 0 ? "_even" : "_odd"), levels_[parity][f], layout,
                                                layout.origin, passage));
    for (const auto& [name, memory] : update_->memory()) arrays.push_back(device_state(name, *memory, passage));
    return arrays;
}

template <class Real>
void CudaBackend<Real>::resume() {
    gathered_ = false;
    update_->set_step(step());
    loop_.resume();
}

template <class Real>
BackendFacts CudaBackend<Real>::facts() const {
    BackendFacts facts = update_->facts();
    facts.device = device_name_;
    std::vector<const KernelLibrary*> libraries = update_->libraries();
    libraries.push_back(support_.get());
    facts.kernels_from_cache = true;
    for (const KernelLibrary* library : libraries) {
        facts.compile_s += library->compile_s();
        facts.kernels_from_cache = facts.kernels_from_cache && library->from_cache();
    }
    return facts;
}

template class CudaBackend<float>;
template class CudaBackend<double>;

}  // namespace wavesim
