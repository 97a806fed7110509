// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/ranks/rank_slab.hpp"

namespace wavesim {

/// Runs a problem whose slabs are updated by several processes. Rank 0 has the first slab and this backend; the other
/// ranks serve it (rank_server.hpp). Traces, fields, health and state have the bits of the whole problem. A state can
/// be loaded with any number of ranks, or into one backend of the same kind. After RankLost it cannot be used any more.
class RankBackend final : public StencilBackend {
  public:
    /// Orders every rank to make its slab of a problem that all of them can plan. `row` is a row of the registry.
    /// `proposal`: of the row for the first slab, or an empty one. Throws RankLost if a rank could not.
    RankBackend(RankLink& link, const Problem& problem, const SlabMaking& making, const BackendEntry& row,
                const BackendOptions& options, const Proposal& proposal = {});
    ~RankBackend() override;

    void advance(std::int64_t steps) override;
    std::int64_t step() const override { return own_->backend().step(); }
    void take_traces(std::vector<double>& traces) override;
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override;
    void write(FieldLevel level, std::span<const double> values) override;
    FieldHealth health() const override;
    BackendFacts facts() const override { return own_->backend().facts(); }

  private:
    std::vector<StateArray> state() override;
    void resume() override;
    void order_all(const RankOrder& order) const;
    void drop_all() const noexcept;
    template <class Act>
    void in_one_order(const Act& act) const {
        in_an_order_ = true;
        act();
        in_an_order_ = false;
    }
    void open(const Problem& problem, const SlabMaking& making, const BackendEntry& row, const BackendOptions& options,
              const Proposal& proposal);

    RankLink& link_;
    Extent extent_;
    std::vector<Slab> slabs_;
    std::vector<std::vector<std::size_t>> receivers_of_;  ///< receivers of each rank, as indices of all
    std::size_t receivers_;
    std::unique_ptr<RankSlab> own_;
    std::size_t untaken_ = 0;  ///< steps whose samples were not taken yet
    /// True while an order is executed. If an exception ends it, ranks would wait for each other forever.
    mutable bool in_an_order_ = false;
};

}  // namespace wavesim
