// SPDX-License-Identifier: MIT
#include "stencils/cpu/cpu_backend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "stencils/cpu/density_pass.hpp"
#include "stencils/cpu/factor_array.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/field_state.hpp"
#include "stencils/cpu/halo_rows.hpp"
#include "stencils/cpu/layer_pass.hpp"
#include "stencils/cpu/panel_walk.hpp"
#include "stencils/cpu/receivers.hpp"
#include "stencils/cpu/row_kernel.hpp"
#include "stencils/cpu/row_passes.hpp"
#include "stencils/cpu/row_stencil.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/cpu/two_steps.hpp"

namespace wavesim::cpu {

namespace {

template <class T>
class CpuBackend final : public StencilBackend {
  public:
    CpuBackend(const ScalarProblem& problem, const BackendOptions& options)
        : CpuBackend(problem, options, Steps::in_pairs) {}
    CpuBackend(const DensityProblem& problem, const BackendOptions& options)
        : CpuBackend(problem, options, Steps::one_by_one) {
        density_.emplace(problem, layout_, density_kernels<T>(choose_isa(options.isa)));
    }

    void advance(std::int64_t steps) override {
        const std::size_t pending = traces_.size();
        traces_.resize(pending + static_cast<std::size_t>(steps) * receivers_.size());
        run_team(threads_, [&](const TeamMember& member) {
            Room room{
                std::vector<T>(static_cast<std::size_t>(passes_.most_branch_nodes() * walk_.most_rows() * most_planes)),
                std::vector<T>(density_ ? static_cast<std::size_t>(density_->room()) : 0)};
            double* samples = traces_.data() + pending;
            for (std::int64_t done = 0; done < steps;) {
                const int together = two_steps_.possible() && done + 1 < steps ? 2 : 1;
                if (together == 2)
                    advance_two(member, step_ + done, samples, room);
                else
                    advance_one(member, step_ + done, samples, room);
                samples += static_cast<std::size_t>(together) * receivers_.size();
                done += together;
            }
        });
        step_ += steps;
    }

    std::int64_t step() const override { return step_; }

    void take_traces(std::vector<double>& traces) override {
        traces.insert(traces.end(), traces_.begin(), traces_.end());
        traces_.clear();
    }

    void read(FieldLevel which, const NodeBox& box, std::span<double> values) const override {
        const T* field = field_of(which).data();
        std::size_t i = 0;
        for (std::int64_t z = box.from.z; z < box.to.z; z += box.stride) {
            for (std::int64_t y = box.from.y; y < box.to.y; y += box.stride) {
                const T* row = field + layout_.at(0, y, z);
                for (std::int64_t x = box.from.x; x < box.to.x; x += box.stride) values[i++] = row[x];
            }
        }
    }

    void write(FieldLevel which, std::span<const double> values) override {
        T* field = const_cast<FieldArray<T>&>(field_of(which)).data();
        const Extent& extent = layout_.extent;
        for_each_row([&](std::int64_t y, std::int64_t z) {
            const double* from = values.data() + extent.index(0, y, z);
            T* row = field + layout_.at(0, y, z);
            for (std::int64_t x = 0; x < extent.nx; ++x) row[x] = static_cast<T>(from[x]);
            halo_.write_images(field, y, z);
        });
    }

    FieldHealth health() const override {
        struct Look {
            double peak = 0;
            std::int64_t first_bad = std::numeric_limits<std::int64_t>::max();
        };
        std::vector<Look> looks(static_cast<std::size_t>(layout_.extent.nz));
        const T* field = field_of(FieldLevel::current).data();
        for_each_row([&](std::int64_t y, std::int64_t z) {
            Look& look = looks[static_cast<std::size_t>(z)];
            look_at_row(field + layout_.at(0, y, z), layout_.extent.index(0, y, z), look.peak, look.first_bad);
        });
        FieldHealth health;
        for (const Look& look : looks) {
            health.peak = std::max(health.peak, look.peak);
            if (!health.first_bad && look.first_bad != Look().first_bad) health.first_bad = look.first_bad;
        }
        return health;
    }

  private:
    /// Two steps share their memory traffic unless the bulk step is two sweeps.
    enum class Steps { in_pairs, one_by_one };
    CpuBackend(const StencilProblem& problem, const BackendOptions& options, Steps steps)
        : layout_(make_field_layout(problem.extent, problem.stencil, problem.precision)),
          kernel_(panel_kernel<T>(choose_isa(options.isa))),
          variable_kernel_(panel_kernel<T, VariablePanel<T>>(choose_isa(options.isa))),
          coded_kernel_(panel_kernel<T, CodedPanel<T>>(choose_isa(options.isa))),
          stencil_(make_row_stencil<T>(problem.stencil, problem.courant, layout_)),
          halo_(layout_, problem.halo),
          passes_(problem, layout_),
          layers_(problem, problem.courant * problem.courant, layout_, layer_kernels<T>(choose_isa(options.isa))),
          threads_(team_size(options.threads)),
          tiles_(make_tiles(layout_, problem.precision, threads_, whole_grid(layout_))),
          two_steps_(steps == Steps::in_pairs ? plan_two_steps(problem, layout_, threads_) : one_by_one(layout_)),
          walk_(layout_, two_steps_.box),
          chunk_(make_chunk(layout_, problem.precision)),
          levels_{FieldArray<T>(layout_.values), FieldArray<T>(layout_.values)},
          receivers_(problem, layout_) {
        clear_fields();
        if (problem.speed.varies) place_factor(problem);
    }

    std::vector<StateArray> state() override {
        // The levels swap roles every step; step parity says which is which, so step belongs to the state.
        std::vector<StateArray> arrays{state_value("step", step_),
                                       field_state("field_even", layout_, levels_[0].data()),
                                       field_state("field_odd", layout_, levels_[1].data()),
                                       state_array("explicit_walls", std::span<T>(passes_.explicit_states())),
                                       state_array("branch_walls", std::span<T>(passes_.branch_states()))};
        layers_.add_state(arrays);
        return arrays;
    }

    void resume() override {
        traces_.clear();
        for (FieldArray<T>& field : levels_)
            for_each_row([&](std::int64_t y, std::int64_t z) { halo_.write_images(field.data(), y, z); });
    }

    /// What a thread works in.
    struct Room {
        std::vector<T> before;  ///< u- of branch nodes
        std::vector<T> flux;    ///< of a row where the density varies
    };

    /// Even steps are current in array 0.
    FieldArray<T>& level(bool even) { return levels_[even ? 0 : 1]; }
    const FieldArray<T>& field_of(FieldLevel which) const {
        const bool even = (step_ % 2 == 0) == (which == FieldLevel::current);
        return levels_[even ? 0 : 1];
    }

    static std::span<const Tile> own(const std::vector<std::vector<Tile>>& tiles, const TeamMember& member) {
        return tiles.empty() ? std::span<const Tile>{} : tiles[static_cast<std::size_t>(member.number())];
    }

    void advance_one(const TeamMember& member, std::int64_t n, double* samples, Room& room) {
        const T* current = level(n % 2 == 0).data();
        receivers_.record(member, current, samples);
        if (layers_.has_first_sweep() || density_) {
            for (const Tile& tile : own(tiles_, member)) {
                layers_.update_psi(tile, current);
                if (density_) density_->update_flux(tile, current);
            }
            member.wait_for_all();
        }
        for (const Tile& tile : own(tiles_, member)) step_tile(tile, n, room);
        member.wait_for_all();
    }

    void advance_two(const TeamMember& member, std::int64_t n, double* samples, Room& room) {
        T* even = level(n % 2 == 0).data();
        T* odd = level(n % 2 == 1).data();
        const auto update = [&](const PanelVisit& visit) {
            if (visit.step == 0)
                update_panel(visit, n, even, odd, room);
            else
                update_panel(visit, n + 1, odd, even, room);
        };
        receivers_.record(member, even, samples);
        step_frame(member, n, room);
        member.wait_for_all();
        for (const Tile& tile : own(two_steps_.of_box, member)) walk_.two_steps(tile, update);
        member.wait_for_all();
        receivers_.record(member, odd, samples + receivers_.size());
        for (const Tile& tile : own(two_steps_.of_box, member)) walk_.finish_two_steps(tile, update);
        step_frame(member, n + 1, room);
        member.wait_for_all();
    }

    void step_tile(const Tile& tile, std::int64_t n, Room& room) {
        const T* current = level(n % 2 == 0).data();
        T* next = level(n % 2 == 1).data();
        walk_.one_step(tile, [&](const PanelVisit& visit) { update_panel(visit, n, current, next, room); });
    }

    void step_frame(const TeamMember& member, std::int64_t n, Room& room) {
        if (!two_steps_.frame()) return;
        const T* current = level(n % 2 == 0).data();
        // Layers across y go on in planes whose tiles do not reach through them.
        for (const Tile& tile : own(two_steps_.across_z, member)) layers_.update_psi(tile, current, 1);
        member.wait_for_all();
        const auto step = [&](const Tile& tile, int axis) {
            layers_.update_psi(tile, current, axis);
            step_tile(tile, n, room);
        };
        for (const Tile& tile : own(two_steps_.across_z, member)) step(tile, 2);
        for (const Tile& tile : own(two_steps_.across_y, member)) step(tile, 1);
    }

    void update_panel(const PanelVisit& visit, std::int64_t n, const T* current, T* next, Room& room) {
        const Tile& rows = visit.rows;
        const std::int64_t planes = rows.z_to - rows.z_from;
        const std::int64_t per_plane = rows.y_to - rows.y_from;
        const auto for_each_plane = [&](const auto& act) {
            for (std::int64_t i = 0; i < planes; ++i) {
                const std::int64_t row = rows.y_from + layout_.extent.ny * (rows.z_from + i);
                act(row, row + per_plane, room.before.data() + i * per_plane * passes_.most_branch_nodes());
            }
        };
        for_each_plane([&](std::int64_t row, std::int64_t end, T* saved) {
            passes_.fetch(row, end);
            passes_.save_before(row, end, next, saved);
        });
        for (std::int64_t z = rows.z_from; z < rows.z_to; ++z) {
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) halo_.fetch(next, y, z);
        }
        const std::int64_t first = layout_.at(0, rows.y_from, rows.z_from);
        const Panel<T> panel{current + first, next + first,      layout_.extent.nx,   per_plane,
                             planes,          layout_.row_pitch, layout_.plane_pitch, chunk_,
                             visit.u_ahead,   visit.v_ahead};
        if (density_)
            density_->update(rows, current, next, factor_.values, room.flux.data());
        else if (factor_.values != nullptr)
            variable_kernel_(stencil_.view(), {panel, factor_.values + first, visit.medium_ahead});
        else if (factors_)
            coded_kernel_(stencil_.view(), {panel, factor_.from(first), visit.medium_ahead});
        else
            kernel_(stencil_.view(), panel);
        layers_.update(rows, current, next, factor_);
        for_each_plane([&](std::int64_t row, std::int64_t end, const T* saved) {
            passes_.apply(row, end, n, current, next, saved);
        });
        for (std::int64_t z = rows.z_from; z < rows.z_to; ++z) {
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) halo_.write_images(next, y, z);
        }
    }

    void look_at_row(const T* row, std::int64_t first, double& peak, std::int64_t& first_bad) const {
        T highest = 0;
        bool finite = true;
        for (std::int64_t x = 0; x < layout_.extent.nx; ++x) {
            const T size = std::abs(row[x]);
            const bool ok = size <= std::numeric_limits<T>::max();
            finite = finite && ok;
            highest = ok && size > highest ? size : highest;
        }
        peak = std::max(peak, static_cast<double>(highest));
        if (finite) return;
        for (std::int64_t x = 0; x < layout_.extent.nx; ++x) {
            if (std::isfinite(row[x])) continue;
            first_bad = std::min(first_bad, first + x);
            return;
        }
    }

    /// Calls `act(y, z)` for every row, planes divided among threads.
    template <class Act>
    void for_each_row(const Act& act) const {
        run_team(threads_, [&](const TeamMember& member) {
            const std::int64_t nz = layout_.extent.nz;
            for (std::int64_t z = nz * member.number() / member.size(); z < nz * (member.number() + 1) / member.size();
                 ++z) {
                for (std::int64_t y = 0; y < layout_.extent.ny; ++y) act(y, z);
            }
        });
    }

    /// Zeroes both arrays, each part by the thread that will update it, so that its pages lie near that thread.
    void clear_fields() {
        const auto clear = [&](std::int64_t begin, std::int64_t end) {
            for (FieldArray<T>& field : levels_) std::fill(field.data() + begin, field.data() + end, T(0));
        };
        run_team(threads_, [&](const TeamMember& member) {
            for (const Tile& tile : own(tiles_, member)) {
                for (std::int64_t z = tile.z_from; z < tile.z_to; ++z) {
                    const std::int64_t begin = layout_.at(-layout_.lead, tile.y_from, z);
                    clear(begin, begin + (tile.y_to - tile.y_from) * layout_.row_pitch);
                }
                layers_.clear(tile);
            }
        });
        clear_halo_rows(clear);
    }

    /// The factors, each part placed by the thread that will read it.
    void place_factor(const StencilProblem& problem) {
        factors_.emplace(problem, layout_);
        factor_ = factors_->view();
        run_team(threads_, [&](const TeamMember& member) {
            for (const Tile& tile : own(tiles_, member))
                for (std::int64_t z = tile.z_from; z < tile.z_to; ++z)
                    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) factors_->place_row(problem.factors, y, z);
        });
        clear_halo_rows([&](std::int64_t begin, std::int64_t end) { factors_->clear(begin, end); });
    }

    /// What no tile owns: halo rows, halo planes and the guard values.
    template <class Clear>
    void clear_halo_rows(const Clear& clear) const {
        const Extent& extent = layout_.extent;
        std::int64_t done = 0;
        for (std::int64_t z = 0; z < extent.nz; ++z) {
            const std::int64_t first = layout_.at(-layout_.lead, 0, z);
            clear(done, first);
            done = first + extent.ny * layout_.row_pitch;
        }
        clear(done, layout_.values);
    }

    FieldLayout layout_;
    PanelKernel<T> kernel_;
    PanelKernel<T, VariablePanel<T>> variable_kernel_;
    PanelKernel<T, CodedPanel<T>> coded_kernel_;
    RowStencil<T> stencil_;
    HaloRows<T> halo_;
    RowPasses<T> passes_;
    LayerPass<T> layers_;
    int threads_;
    std::vector<std::vector<Tile>> tiles_;
    TwoSteps two_steps_;
    PanelWalk walk_;
    std::int64_t chunk_;
    std::array<FieldArray<T>, 2> levels_;
    std::optional<FactorArray<T>> factors_;  ///< only where the medium varies
    FactorView<T> factor_;
    std::optional<DensityPass<T>> density_;  ///< only where the density varies
    Receivers receivers_;
    std::vector<double> traces_;
    std::int64_t step_ = 0;
};

}  // namespace

std::unique_ptr<StencilBackend> make_cpu_backend(const ScalarProblem& problem, const BackendOptions& options) {
    if (problem.precision == Precision::float32) return std::make_unique<CpuBackend<float>>(problem, options);
    return std::make_unique<CpuBackend<double>>(problem, options);
}

std::unique_ptr<StencilBackend> make_cpu_backend(const DensityProblem& problem, const BackendOptions& options) {
    if (problem.precision == Precision::float32) return std::make_unique<CpuBackend<float>>(problem, options);
    return std::make_unique<CpuBackend<double>>(problem, options);
}

}  // namespace wavesim::cpu
