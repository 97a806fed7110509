// SPDX-License-Identifier: MIT
#include "stencils/cpu/isotropic_update.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "stencils/cpu/cpu_backend.hpp"
#include "stencils/cpu/density_pass.hpp"
#include "stencils/cpu/factor_array.hpp"
#include "stencils/cpu/halo_rows.hpp"
#include "stencils/cpu/layer_pass.hpp"
#include "stencils/cpu/panel_walk.hpp"
#include "stencils/cpu/row_kernel.hpp"
#include "stencils/cpu/row_passes.hpp"
#include "stencils/cpu/row_stencil.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/cpu/two_steps.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

namespace {

/// One field, updated in tiles of rows; each tile also runs the passes on its rows.
template <class T>
class IsotropicUpdate final : public FieldUpdate<T> {
  public:
    IsotropicUpdate(const ScalarProblem& problem, const std::string& isa, int threads)
        : IsotropicUpdate(problem, isa, threads, Steps::in_pairs) {
        if (problem.speed.varies) place_factor(problem, threads);
    }
    IsotropicUpdate(const DensityProblem& problem, const std::string& isa, int threads)
        : IsotropicUpdate(problem, isa, threads, Steps::one_by_one) {
        density_.emplace(problem, layout_, density_kernels<T>(choose_isa(isa)));
        factor_ = density_->factor();
    }

    const FieldLayout& layout() const override { return layout_; }
    std::vector<std::string> fields() const override { return {"field"}; }

    void start(const TeamMember& member, const Levels<T>& levels) override {
        const auto clear = [&](std::int64_t begin, std::int64_t end) {
            for (const Fields<T>& level : levels) std::fill(level[0] + begin, level[0] + end, T(0));
        };
        for (const Tile& tile : own(tiles_, member)) {
            for (std::int64_t z = tile.z_from; z < tile.z_to; ++z) {
                const std::int64_t begin = layout_.at(-layout_.lead, tile.y_from, z);
                clear(begin, begin + (tile.y_to - tile.y_from) * layout_.row_pitch);
            }
            layers_.clear(tile);
        }
        member.wait_for_all();
        if (member.number() == 0) clear_halo_rows(clear);
    }

    void advance(const TeamMember& member, std::int64_t step, std::int64_t steps, const Levels<T>& levels,
                 const Samples& samples) override {
        Room room{
            std::vector<T>(static_cast<std::size_t>(passes_.most_branch_nodes() * walk_.most_rows() * most_planes)),
            std::vector<T>(density_ ? static_cast<std::size_t>(density_->room()) : 0)};
        const auto step_of = [&levels](std::int64_t n) {
            return Step{n, levels[static_cast<std::size_t>(n % 2)][0],
                        levels[static_cast<std::size_t>((n + 1) % 2)][0]};
        };
        for (std::int64_t done = 0; done < steps;) {
            const Step first = step_of(step + done);
            samples.record(member, done, first.now);
            if (two_steps_.possible() && done + 1 < steps) {
                const Step second = step_of(step + done + 1);
                advance_two(member, first, second, room, [&] { samples.record(member, done + 1, second.now); });
                done += 2;
            } else {
                advance_one(member, first, room);
                ++done;
            }
        }
    }

    void mirror_row(const Fields<T>& fields, std::int64_t y, std::int64_t z) const override {
        halo_.write_images(fields[0], y, z);
    }

    void add_state(std::vector<StateArray>& state) override {
        passes_.add_state(state);
        layers_.add_state(state);
    }

  private:
    /// Two steps share their memory traffic, except where the bulk step needs two sweeps.
    enum class Steps { in_pairs, one_by_one };
    IsotropicUpdate(const StencilProblem& problem, const std::string& isa, int threads, Steps steps)
        : layout_(make_field_layout(problem.extent, problem.stencil, problem.precision)),
          kernel_(panel_kernel<T>(choose_isa(isa))),
          variable_kernel_(panel_kernel<T, VariablePanel<T>>(choose_isa(isa))),
          coded_kernel_(panel_kernel<T, CodedPanel<T>>(choose_isa(isa))),
          stencil_(make_row_stencil<T>(problem.stencil, problem.courant, layout_)),
          halo_(layout_, problem.halo),
          passes_(problem, layout_),
          layers_(problem, problem.courant * problem.courant, layout_, layer_kernels<T>(choose_isa(isa))),
          tiles_(make_tiles(layout_, problem.precision, threads, whole_grid(layout_))),
          two_steps_(steps == Steps::in_pairs ? plan_two_steps(problem, layout_, threads) : one_by_one(layout_)),
          walk_(layout_, two_steps_.box),
          chunk_(make_chunk(layout_, problem.precision)) {}

    /// Work space of a thread.
    struct Room {
        std::vector<T> before;  ///< u- of branch nodes
        std::vector<T> flux;    ///< of a row, where the density varies
    };
    /// A step and its fields: u^n, and u^{n-1}, which is overwritten by u^{n+1}.
    struct Step {
        std::int64_t n;
        T* now;
        T* next;
    };

    static std::span<const Tile> own(const std::vector<std::vector<Tile>>& tiles, const TeamMember& member) {
        return tiles.empty() ? std::span<const Tile>{} : tiles[static_cast<std::size_t>(member.number())];
    }

    void advance_one(const TeamMember& member, const Step& step, Room& room) {
        if (layers_.has_first_sweep() || density_ || !passes_.ports().empty()) {
            passes_.ports().move(member, step.now);
            for (const Tile& tile : own(tiles_, member)) {
                layers_.update_psi(tile, step.now);
                if (density_) density_->update_flux(tile, step.now);
            }
            member.wait_for_all();
        }
        for (const Tile& tile : own(tiles_, member)) step_tile(tile, step, room);
        member.wait_for_all();
    }

    /// `between`: called when all threads have done the first step, before the second overwrites values that others
    /// read.
    template <class Between>
    void advance_two(const TeamMember& member, const Step& first, const Step& second, Room& room,
                     const Between& between) {
        const auto update = [&](const PanelVisit& visit) {
            update_panel(visit, visit.step == 0 ? first : second, room);
        };
        step_frame(member, first, room);
        member.wait_for_all();
        for (const Tile& tile : own(two_steps_.of_box, member)) walk_.two_steps(tile, update);
        member.wait_for_all();
        between();
        for (const Tile& tile : own(two_steps_.of_box, member)) walk_.finish_two_steps(tile, update);
        step_frame(member, second, room);
        member.wait_for_all();
    }

    void step_tile(const Tile& tile, const Step& step, Room& room) {
        walk_.one_step(tile, [&](const PanelVisit& visit) { update_panel(visit, step, room); });
    }

    void step_frame(const TeamMember& member, const Step& step, Room& room) {
        if (!two_steps_.frame()) return;
        // psi of layers across y is updated in planes whose tiles do not extend through these layers.
        for (const Tile& tile : own(two_steps_.across_z, member)) layers_.update_psi(tile, step.now, 1);
        member.wait_for_all();
        const auto update = [&](const Tile& tile, int axis) {
            layers_.update_psi(tile, step.now, axis);
            step_tile(tile, step, room);
        };
        for (const Tile& tile : own(two_steps_.across_z, member)) update(tile, 2);
        for (const Tile& tile : own(two_steps_.across_y, member)) update(tile, 1);
    }

    void update_panel(const PanelVisit& visit, const Step& step, Room& room) {
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
            passes_.save_before(row, end, step.next, saved);
        });
        for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) halo_.fetch(step.next, y, z);
        update_bulk(visit, step, room);
        layers_.update(rows, step.now, step.next, factor_);
        for_each_plane([&](std::int64_t row, std::int64_t end, const T* saved) {
            passes_.apply(row, end, step.n, step.now, step.next, saved);
        });
        for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
            for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) halo_.write_images(step.next, y, z);
    }

    void update_bulk(const PanelVisit& visit, const Step& step, Room& room) {
        const Tile& rows = visit.rows;
        const std::int64_t first = layout_.at(0, rows.y_from, rows.z_from);
        const Panel<T> panel{step.now + first,        step.next + first, layout_.extent.nx,   rows.y_to - rows.y_from,
                             rows.z_to - rows.z_from, layout_.row_pitch, layout_.plane_pitch, chunk_,
                             visit.u_ahead,           visit.v_ahead};
        if (density_)
            density_->update(rows, step.now, step.next, room.flux.data());
        else if (factor_.values != nullptr)
            variable_kernel_(stencil_.view(), {panel, factor_.values + first, visit.medium_ahead});
        else if (factors_)
            coded_kernel_(stencil_.view(), {panel, factor_.from(first), visit.medium_ahead});
        else
            kernel_(stencil_.view(), panel);
    }

    /// Fills the factors; each part is placed in memory by the thread that will read it.
    void place_factor(const StencilProblem& problem, int threads) {
        factors_.emplace(problem, layout_);
        factor_ = factors_->view();
        run_team(threads, [&](const TeamMember& member) {
            for (const Tile& tile : own(tiles_, member))
                for (std::int64_t z = tile.z_from; z < tile.z_to; ++z)
                    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) factors_->place_row(problem.factors, y, z);
        });
        clear_halo_rows([&](std::int64_t begin, std::int64_t end) { factors_->clear(begin, end); });
    }

    /// Clears what belongs to no tile: halo rows, halo planes and the guard values.
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
    std::vector<std::vector<Tile>> tiles_;
    TwoSteps two_steps_;
    PanelWalk walk_;
    std::int64_t chunk_;
    std::optional<FactorArray<T>> factors_;  ///< only where the medium varies
    FactorView<T> factor_;
    std::optional<DensityPass<T>> density_;  ///< only where the density varies
};

template <class T, class MediumProblem>
std::unique_ptr<StencilBackend> make(const MediumProblem& problem, const BackendOptions& options) {
    const int threads = team_size(options.threads);
    return std::make_unique<CpuBackend<T>>(problem, threads,
                                           std::make_unique<IsotropicUpdate<T>>(problem, options.isa, threads));
}

}  // namespace

std::unique_ptr<StencilBackend> make_isotropic_backend(const ScalarProblem& problem, const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make<float>(problem, options) : make<double>(problem, options);
}

std::unique_ptr<StencilBackend> make_isotropic_backend(const DensityProblem& problem, const BackendOptions& options) {
    return problem.precision == Precision::float32 ? make<float>(problem, options) : make<double>(problem, options);
}

}  // namespace wavesim::cpu
