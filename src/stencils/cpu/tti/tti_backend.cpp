// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_backend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "stencils/cpu/field_state.hpp"
#include "stencils/cpu/layer_pass.hpp"
#include "stencils/cpu/receivers.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/cpu/tti/tti_sources.hpp"
#include "stencils/cpu/tti/tti_sweep.hpp"

namespace wavesim::cpu {

namespace {

bool with_isotropic_layers(const StencilProblem& problem) {
    return tti_form(problem) == TtiForm::k73 && problem.layers.any();
}
constexpr std::int64_t layer_planes = 4;      ///< as many as k73 takes at a time
constexpr std::int64_t layer_panel_rows = 8;  ///< whose layers are added together

template <class T>
class TtiBackend final : public StencilBackend {
  public:
    TtiBackend(const TtiProblem& problem, const BackendOptions& options)
        : form_(tti_form(problem)),
          threads_(team_size(options.threads)),
          layout_(make_tti_layout(problem)),
          kernels_(tti_kernels<T>(choose_isa(options.isa))),
          medium_(problem, layout_, threads_),
          layers_(problem, layout_, kernels_),
          sources_(problem, layout_),
          receivers_(problem, layout_),
          tiles_(make_tti_tiles(form_, layout_, problem.precision, threads_)),
          levels_{Level{FieldArray<T>(layout_.values), FieldArray<T>(layout_.values)},
                  Level{FieldArray<T>(layout_.values), FieldArray<T>(layout_.values)}},
          sweeps_(static_cast<std::size_t>(threads_)) {
        if (with_isotropic_layers(problem))
            isotropic_layers_.emplace(problem, 1, layout_,
                                      layer_kernels<T>(choose_isa(options.isa)));  // factors hold courant^2
        run_team(threads_, [&](const TeamMember& member) {
            const std::int64_t from = layout_.values * member.number() / member.size();
            const std::int64_t to = layout_.values * (member.number() + 1) / member.size();
            for (Level& level : levels_)
                for (FieldArray<T>& field : level) std::fill(field.data() + from, field.data() + to, T(0));
            if (isotropic_layers_)
                for (const Tile& tile : tiles_[static_cast<std::size_t>(member.number())])
                    isotropic_layers_->clear(tile);
            sweeps_[static_cast<std::size_t>(member.number())] =
                make_tti_sweep<T>(form_, layout_, medium_, layers_, kernels_);
        });
    }

    void advance(std::int64_t steps) override {
        const std::size_t receivers = receivers_.size();
        const std::size_t pending = traces_.size();
        traces_.resize(pending + static_cast<std::size_t>(steps) * receivers);
        run_team(threads_, [&](const TeamMember& member) {
            TtiSweep<T>& sweep = *sweeps_[static_cast<std::size_t>(member.number())];
            std::vector<T> before;
            for (std::int64_t k = 0; k < steps; ++k) {
                const std::int64_t n = step_ + k;
                const TtiFields<T> current = fields(n % 2 == 0);
                const TtiFields<T> next = fields(n % 2 == 1);
                receivers_.record(member, current[0],
                                  traces_.data() + pending + static_cast<std::size_t>(k) * receivers);
                if (isotropic_layers_ && isotropic_layers_->has_first_sweep()) {
                    for (const Tile& tile : tiles_[static_cast<std::size_t>(member.number())])
                        isotropic_layers_->update_psi(tile, current[0]);
                    member.wait_for_all();
                }
                for (const Tile& tile : tiles_[static_cast<std::size_t>(member.number())]) {
                    if (isotropic_layers_)
                        advance_with_layers(sweep, tile, n, current, next, before);
                    else
                        sweep.advance(tile, n, current, next);
                    sources_.inject(tile, n, next);
                }
                member.wait_for_all();
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
        const T* pressure = level(which)[0].data();
        std::size_t i = 0;
        for (std::int64_t z = box.from.z; z < box.to.z; z += box.stride)
            for (std::int64_t y = box.from.y; y < box.to.y; y += box.stride)
                for (std::int64_t x = box.from.x; x < box.to.x; x += box.stride)
                    values[i++] = static_cast<double>(pressure[layout_.at(x, y, z)]);
    }

    void write(FieldLevel which, std::span<const double> values) override {
        Level& to = const_cast<Level&>(level(which));
        for (std::int64_t node = 0; node < layout_.extent.nodes(); ++node) {
            const std::int64_t at = layout_.of(node);
            const auto pressure = static_cast<T>(values[static_cast<std::size_t>(node)]);
            to[0].data()[at] = pressure;
            to[1].data()[at] = medium_.second_field_without_q(pressure, at);
        }
    }

    FieldHealth health() const override {
        const Level& now = level(FieldLevel::current);
        const Extent& extent = layout_.extent;
        std::vector<FieldHealth> of_plane(static_cast<std::size_t>(extent.nz));
        run_team(threads_, [&](const TeamMember& member) {
            for (std::int64_t z = member.number(); z < extent.nz; z += member.size()) {
                FieldHealth& health = of_plane[static_cast<std::size_t>(z)];
                for (std::int64_t y = 0; y < extent.ny; ++y)
                    for (std::int64_t x = 0; x < extent.nx; ++x) look(now, {x, y, z}, health);
            }
        });
        FieldHealth health;
        for (const FieldHealth& plane : of_plane) {
            health.peak = std::max(health.peak, plane.peak);
            if (!health.first_bad) health.first_bad = plane.first_bad;
        }
        return health;
    }

  private:
    std::vector<StateArray> state() override {
        const auto field = [this](const char* name, std::size_t level, std::size_t number) {
            return field_state(name, layout_, levels_[level][number].data());
        };
        // The levels swap roles every step; step parity says which is which, so step belongs to the state.
        std::vector<StateArray> state{state_value("step", step_), field("pressure_even", 0, 0),
                                      field("second_even", 0, 1), field("pressure_odd", 1, 0),
                                      field("second_odd", 1, 1)};
        layers_.add_state(state);
        if (isotropic_layers_) isotropic_layers_->add_state(state);
        return state;
    }

    /// Around the nodes there are zeros.
    void resume() override { traces_.clear(); }

    using Level = std::array<FieldArray<T>, 2>;  ///< pressure, second field

    /// Even steps are current in level 0.
    TtiFields<T> fields(bool even) {
        Level& level = levels_[even ? 0 : 1];
        return {level[0].data(), level[1].data()};
    }
    const Level& level(FieldLevel which) const {
        const bool even = (step_ % 2 == 0) == (which == FieldLevel::current);
        return levels_[even ? 0 : 1];
    }

    /// A few rows of a few planes at a time, which are still in cache when their layers come.
    void advance_with_layers(TtiSweep<T>& sweep, const Tile& tile, std::int64_t n, const TtiFields<T>& current,
                             const TtiFields<T>& next, std::vector<T>& before) {
        for (std::int64_t z = tile.z_from; z < tile.z_to; z += layer_planes) {
            const std::int64_t z_to = std::min(z + layer_planes, tile.z_to);
            sweep.advance({tile.y_from, tile.y_to, z, z_to}, n, current, next);
            for (std::int64_t y = tile.y_from; y < tile.y_to; y += layer_panel_rows)
                add_isotropic_layers({y, std::min(y + layer_panel_rows, tile.y_to), z, z_to}, current, next, before);
        }
    }

    /// The layers change the second field as they change the first. So the difference of the fields, which is 0 where
    /// layers damp, stays as it is. `before` keeps the first field meanwhile.
    void add_isotropic_layers(const Tile& rows, const TtiFields<T>& current, const TtiFields<T>& next,
                              std::vector<T>& before) {
        FactorView<T> factor;
        factor.values = medium_.row(0).factor;
        const std::int64_t nx = layout_.extent.nx;
        before.resize(static_cast<std::size_t>(nx * layer_planes * layer_panel_rows));
        const auto for_each_part = [&](const auto& act) {
            T* kept = before.data();
            for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
                for (std::int64_t y = rows.y_from; y < rows.y_to; ++y, kept += nx)
                    for (const auto& part : isotropic_layers_->felt(y, z))
                        if (part.from < part.to)
                            act(layout_.at(part.from, y, z), kept + part.from, part.to - part.from);
        };
        for_each_part([&](std::int64_t at, T* kept, std::int64_t count) { std::copy_n(next[0] + at, count, kept); });
        isotropic_layers_->update(rows, current[0], next[0], factor);
        for_each_part([&](std::int64_t at, const T* kept, std::int64_t count) {
            const T* const first = next[0] + at;
            T* const second = next[1] + at;
            for (std::int64_t x = 0; x < count; ++x)
                second[x] = first[x] == kept[x] ? second[x] : first[x] - (kept[x] - second[x]);
        });
    }

    void look(const Level& now, const Node& node, FieldHealth& health) const {
        const std::int64_t at = layout_.at(node.x, node.y, node.z);
        const T pressure = now[0].data()[at];
        if (std::isfinite(pressure) && std::isfinite(now[1].data()[at]))
            health.peak = std::max(health.peak, static_cast<double>(std::abs(pressure)));
        else if (!health.first_bad)
            health.first_bad = layout_.extent.index(node.x, node.y, node.z);
    }

    TtiForm form_;
    int threads_;
    FieldLayout layout_;
    TtiKernels<T> kernels_;
    TtiMedium<T> medium_;
    TtiLayers<T> layers_;
    std::optional<LayerPass<T>> isotropic_layers_;  ///< of k73, whose medium is isotropic in them
    TtiSources<T> sources_;
    Receivers receivers_;
    std::vector<std::vector<Tile>> tiles_;
    std::array<Level, 2> levels_;
    std::vector<std::unique_ptr<TtiSweep<T>>> sweeps_;  ///< of every thread
    std::vector<double> traces_;
    std::int64_t step_ = 0;
};

bool has_walls(const StencilProblem& problem) {
    const WallPasses& walls = problem.walls;
    return !walls.solids.empty() || !walls.corrections.nodes.empty() || !walls.explicit_walls.nodes.empty() ||
           !walls.branch_walls.nodes.empty() ||
           std::any_of(problem.halo.begin(), problem.halo.end(), [](HaloRule rule) { return rule != HaloRule::zero; });
}

}  // namespace

std::string tti_why_not(const StencilProblem& problem) {
    if (problem.extent.nodes() < 1) return "the grid has no nodes";
    if (problem.stencil.dims == 2 && problem.extent.ny != 1) return "a 2D stencil needs a grid with one node along y";
    if (shape_of(problem.stencil) != StencilShape::leggy || radius(problem.stencil) != 4)
        return "a TTI medium needs the stencil leggy-4";
    if (problem.speed.coded()) return "TTI media keep their factors as floats";
    if (has_walls(problem)) return "walls and solids in a TTI medium are not known to be stable";
    return layers_fault(problem.layers, problem.extent, problem.stencil);
}

std::int64_t tti_bytes(const StencilProblem& problem, int threads) {
    const FieldLayout layout = make_tti_layout(problem);
    const std::int64_t panel = layer_planes * layer_panel_rows * problem.extent.nx * bytes_of(problem.precision);
    return 4 * allocated_bytes(layout.values * bytes_of(problem.precision)) + tti_medium_bytes(problem, layout) +
           tti_layers_bytes(problem) + receivers_bytes(problem) +
           (with_isotropic_layers(problem) ? layer_pass_bytes(problem) + threads * panel : 0) +
           threads * tti_sweep_bytes(tti_form(problem), layout, problem.precision);
}

std::unique_ptr<StencilBackend> make_tti_backend(const TtiProblem& problem, const BackendOptions& options) {
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    const TiltedMedium& tti = problem.tti;
    if (tti.epsilon.size() != nodes || tti.delta.size() != nodes ||
        std::any_of(tti.axis.begin(), tti.axis.end(), [&](const auto& n) { return n.size() != nodes; }))
        throw std::invalid_argument("a TTI medium needs its parameters at every node");
    if (problem.precision == Precision::float32) return std::make_unique<TtiBackend<float>>(problem, options);
    return std::make_unique<TtiBackend<double>>(problem, options);
}

}  // namespace wavesim::cpu
