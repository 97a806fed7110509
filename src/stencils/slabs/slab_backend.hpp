// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// A problem cut into slabs, each moved by a backend of its own; after every step they exchange the planes at their
/// cuts. Traces, fields, looks and state are those of the whole problem bit for bit. A state goes on in any number of
/// slabs, or in one backend of the same kind. Only where a backend lists no planes for some array of its state must the
/// slabs be the same.
class SlabBackend final : public StencilBackend {
  public:
    /// Opens a backend for each slab. `row`: of the registry. Throws std::invalid_argument where it cannot be one of
    /// several.
    SlabBackend(const Problem& problem, const std::vector<Slab>& slabs, const BackendEntry& row,
                const BackendOptions& options);

    void advance(std::int64_t steps) override;
    std::int64_t step() const override { return parts_.front().backend->step(); }
    void take_traces(std::vector<double>& traces) override;
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override;
    void write(FieldLevel level, std::span<const double> values) override;
    FieldHealth health() const override;
    BackendFacts facts() const override { return parts_.front().backend->facts(); }

  private:
    struct Part {
        Slab slab;
        std::unique_ptr<StencilBackend> backend;
        std::vector<std::size_t> receivers;  ///< of the whole problem
    };
    void exchange_planes();
    std::vector<StateArray> state() override;
    void resume() override;

    Extent extent_;
    std::size_t receivers_;
    std::vector<Part> parts_;
};

}  // namespace wavesim
