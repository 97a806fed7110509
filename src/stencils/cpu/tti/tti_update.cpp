// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_update.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "stencils/cpu/cpu_backend.hpp"
#include "stencils/cpu/layer_pass.hpp"
#include "stencils/cpu/tti/tti_sources.hpp"
#include "stencils/cpu/tti/tti_sweep.hpp"
#include "stencils/problem/receiver_nodes.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

namespace {

bool with_isotropic_layers(const StencilProblem& problem) {
    return tti_form(problem) == TtiForm::k73 && problem.layers.any();
}
constexpr std::int64_t layer_planes = 4;      ///< as many as k73 processes at a time
constexpr std::int64_t layer_panel_rows = 8;  ///< rows whose layers are added together

/// Two fields; every thread updates tiles with its own sweep.
template <class T>
class TtiUpdate final : public FieldUpdate<T> {
  public:
    TtiUpdate(const TtiProblem& problem, const std::string& isa, int threads)
        : form_(tti_form(problem)),
          layout_(make_tti_layout(problem)),
          kernels_(tti_kernels<T>(choose_isa(isa))),
          medium_(problem, layout_, threads),
          layers_(problem, layout_, kernels_),
          sources_(problem, layout_),
          tiles_(make_tti_tiles(form_, layout_, problem.precision, threads)),
          sweeps_(static_cast<std::size_t>(threads)) {
        if (with_isotropic_layers(problem))
            isotropic_layers_.emplace(problem, 1, layout_,
                                      layer_kernels<T>(choose_isa(isa)));  // factors hold courant^2
    }

    const FieldLayout& layout() const override { return layout_; }
    std::vector<std::string> fields() const override { return {"pressure", "second"}; }

    void start(const TeamMember& member, const Levels<T>& levels) override {
        const std::int64_t from = layout_.values * member.number() / member.size();
        const std::int64_t to = layout_.values * (member.number() + 1) / member.size();
        for (const Fields<T>& level : levels)
            for (T* field : level) std::fill(field + from, field + to, T(0));
        if (isotropic_layers_)
            for (const Tile& tile : tiles_of(member)) isotropic_layers_->clear(tile);
        sweep_of(member) = make_tti_sweep<T>(form_, layout_, medium_, layers_, kernels_);
    }

    void advance(const TeamMember& member, std::int64_t step, std::int64_t steps, const Levels<T>& levels,
                 const Samples& samples) override {
        std::vector<T> before;
        for (std::int64_t k = 0; k < steps; ++k) {
            const std::int64_t n = step + k;
            const TtiFields<T> current = both(levels[static_cast<std::size_t>(n % 2)]);
            const TtiFields<T> next = both(levels[static_cast<std::size_t>((n + 1) % 2)]);
            samples.record(member, k, current[0], current[1]);
            if (isotropic_layers_ && isotropic_layers_->has_first_sweep()) {
                for (const Tile& tile : tiles_of(member)) isotropic_layers_->update_psi(tile, current[0]);
                member.wait_for_all();
            }
            for (const Tile& tile : tiles_of(member)) {
                if (isotropic_layers_)
                    advance_with_layers(*sweep_of(member), tile, n, current, next, before);
                else
                    sweep_of(member)->advance(tile, n, current, next);
                sources_.inject(tile, n, next);
            }
            member.wait_for_all();
        }
    }

    void follow_pressure(const Fields<T>& fields, std::int64_t y, std::int64_t z) const override {
        const std::int64_t first = layout_.at(0, y, z);
        for (std::int64_t at = first; at < first + layout_.extent.nx; ++at)
            fields[1][at] = medium_.second_field_without_q(fields[0][at], at);
    }

    void add_state(std::vector<StateArray>& state) override {
        layers_.add_state(state);
        if (isotropic_layers_) isotropic_layers_->add_state(state);
    }

  private:
    static TtiFields<T> both(const Fields<T>& level) { return {level[0], level[1]}; }
    const std::vector<Tile>& tiles_of(const TeamMember& member) const {
        return tiles_[static_cast<std::size_t>(member.number())];
    }
    std::unique_ptr<TtiSweep<T>>& sweep_of(const TeamMember& member) {
        return sweeps_[static_cast<std::size_t>(member.number())];
    }

    /// A few rows of a few planes at a time, so that they are still in cache when their layers are added.
    void advance_with_layers(TtiSweep<T>& sweep, const Tile& tile, std::int64_t n, const TtiFields<T>& current,
                             const TtiFields<T>& next, std::vector<T>& before) {
        for (std::int64_t z = tile.z_from; z < tile.z_to; z += layer_planes) {
            const std::int64_t z_to = std::min(z + layer_planes, tile.z_to);
            sweep.advance({tile.y_from, tile.y_to, z, z_to}, n, current, next);
            for (std::int64_t y = tile.y_from; y < tile.y_to; y += layer_panel_rows)
                add_isotropic_layers({y, std::min(y + layer_panel_rows, tile.y_to), z, z_to}, current, next, before);
        }
    }

    /// The layers change both fields in the same way. So the difference of the fields, which is 0 where layers damp,
    /// does not change. `before` holds the first field meanwhile.
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
                    for (const auto& part : isotropic_layers_->changed_parts(y, z))
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

    TtiForm form_;
    FieldLayout layout_;
    TtiKernels<T> kernels_;
    TtiMedium<T> medium_;
    TtiLayers<T> layers_;
    std::optional<LayerPass<T>> isotropic_layers_;  ///< of k73, whose medium is isotropic inside them
    TtiSources<T> sources_;
    std::vector<std::vector<Tile>> tiles_;
    std::vector<std::unique_ptr<TtiSweep<T>>> sweeps_;  ///< one per thread
};

template <class T>
std::unique_ptr<StencilBackend> make(const TtiProblem& problem, const BackendOptions& options) {
    const int threads = team_size(options.threads);
    return std::make_unique<CpuBackend<T>>(problem, threads,
                                           std::make_unique<TtiUpdate<T>>(problem, options.isa, threads));
}

bool has_walls(const StencilProblem& problem) {
    const WallPasses& walls = problem.walls;
    return !walls.solids.empty() || !walls.corrections.empty() || !walls.explicit_walls.nodes.empty() ||
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
           tti_layers_bytes(problem) + receiver_list_bytes(problem) +
           (with_isotropic_layers(problem) ? layer_pass_bytes(problem) + threads * panel : 0) +
           threads * tti_sweep_bytes(tti_form(problem), layout, problem.precision);
}

std::unique_ptr<StencilBackend> make_tti_backend(const TtiProblem& problem, const BackendOptions& options) {
    const auto nodes = static_cast<std::size_t>(problem.extent.nodes());
    const TiltedMedium& tti = problem.tti;
    if (tti.epsilon.size() != nodes || tti.delta.size() != nodes ||
        std::any_of(tti.axis.begin(), tti.axis.end(), [&](const auto& n) { return n.size() != nodes; }))
        throw std::invalid_argument("a TTI medium needs its parameters at every node");
    return problem.precision == Precision::float32 ? make<float>(problem, options) : make<double>(problem, options);
}

}  // namespace wavesim::cpu
