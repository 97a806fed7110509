// SPDX-License-Identifier: MIT
// CPU backends that note or spoil what slabs do, one per slab.
#pragma once
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "backends/slab_cases.hpp"

namespace wavesim::testing::slabs {

/// Passes everything on to a backend; what it does before tests decide.
class SpoiltBackend final : public StencilBackend {
  public:
    struct Hooks {
        std::function<void(std::int64_t step)> before_step = [](std::int64_t) {};
        /// Whether the planes are copied, the copies of one backend counted from 0.
        std::function<bool(int copy)> copies = [](int) { return true; };
    };
    SpoiltBackend(std::unique_ptr<StencilBackend> inner, Hooks hooks)
        : inner_(std::move(inner)), hooks_(std::move(hooks)) {}

    void advance(std::int64_t count) override {
        hooks_.before_step(inner_->step());
        inner_->advance(count);
    }
    std::int64_t step() const override { return inner_->step(); }
    void take_traces(std::vector<double>& traces) override { inner_->take_traces(traces); }
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override {
        inner_->read(level, box, values);
    }
    void write(FieldLevel level, std::span<const double> values) override { inner_->write(level, values); }
    FieldHealth health() const override { return inner_->health(); }
    void add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const override {
        inner_->add_health(from, to, health);
    }
    std::vector<FieldPlanes> planes() override { return inner_->planes(); }
    void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) override {
        if (hooks_.copies(copied_++)) inner_->copy_in(to, from, bytes);
    }

  private:
    std::vector<StateArray> state() override { return {}; }
    void resume() override {}

    std::unique_ptr<StencilBackend> inner_;
    Hooks hooks_;
    int copied_ = 0;
};

/// The row of the CPU, whose slab for BackendOptions::device k has the k-th hooks.
inline BackendEntry spoilt_row(const std::vector<SpoiltBackend::Hooks>& hooks) {
    BackendEntry row = cpu();
    for (MediumSupport& kind : row.media)
        kind.open = [open = kind.open, hooks](const Problem& problem, const BackendOptions& options,
                                              const Proposal& proposal) -> std::unique_ptr<StencilBackend> {
            return std::make_unique<SpoiltBackend>(open(problem, options, proposal),
                                                   hooks.at(static_cast<std::size_t>(options.device)));
        };
    return row;
}

}  // namespace wavesim::testing::slabs
