// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <memory>

#include "stencils/backend.hpp"
#include "stencils/cuda/field_reader.hpp"
#include "stencils/cuda/kernel_library.hpp"
#include "stencils/cuda/layer_step.hpp"
#include "stencils/cuda/sparse_passes.hpp"
#include "stencils/cuda/step_loop.hpp"
#include "stencils/launch/tti_launch.hpp"

namespace wavesim {

/// A TTI problem on one GPU: two fields of two levels, updated in place. Steps run as a graph of
/// two, as in CudaBackend.
template <class Real>
class TtiCudaBackend final : public StencilBackend {
  public:
    TtiCudaBackend(const TtiProblem& problem, const BackendOptions& options);
    ~TtiCudaBackend() override;

    void advance(std::int64_t steps) override { advance_timed(steps); }
    double advance_timed(std::int64_t steps) override {
        loop_.start(steps);
        return loop_.finish();
    }
    void start_advance(std::int64_t steps) override { loop_.start(steps); }
    double finish_advance() override { return loop_.finish(); }
    std::int64_t step() const override { return loop_.step(); }
    void take_traces(std::vector<double>& traces) override { loop_.take_traces(traces); }
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override;
    void start_read(const NodeBox& box, std::span<double> values) override;
    void finish_read() override { reader_->finish(); }
    /// The second field gets the values that it has where q is 0.
    void write(FieldLevel level, std::span<const double> values) override;
    FieldHealth health() const override;
    BackendFacts facts() const override;

  private:
    std::vector<StateArray> state() override;
    void resume() override;
    using Level = std::array<DeviceArray<Real>, 2>;
    std::size_t index_of(FieldLevel level) const {
        return static_cast<std::size_t>(level == FieldLevel::current ? step() % 2 : (step() + 1) % 2);
    }
    /// A kernel of a step, its arguments but the fields, and its blocks.
    struct Launch {
        cudaKernel_t kernel;
        kernels::TtiArguments<Real> arguments;
        dim3 blocks;
        int threads;
        int shared_bytes;
    };
    /// Self-adjoint form: memory of the absorbing layers across one axis, psi and xi of both fields, and their tables;
    /// empty for none.
    struct Layer {
        std::array<DeviceArray<Real>, 4> memory;
        DeviceArray<Real> decay, gain;
    };
    void place_parameters(const TtiProblem& problem);
    void place_layers(const TtiProblem& problem);
    void prepare_launches(const TtiProblem& problem, const std::vector<TtiKernel>& kernels, int multiprocessors);
    void queue_step(std::int64_t parity);
    FieldHealth look_at(const DeviceArray<Real>& field) const;
    Real* origin(const DeviceArray<Real>& array) const { return array.data() + layout_.origin; }

    TtiForm form_;
    TtiDeviceLayout layout_;
    std::string device_name_;
    std::array<Level, 2> levels_;
    std::vector<DeviceArray<Real>> parameters_;
    std::array<DeviceArray<Real>, 3> damping_;
    std::array<DeviceArray<Real>, 3> turn_shares_;  ///< self-adjoint
    std::vector<DeviceArray<Real>> fluxes_;         ///< and the stiffness along z
    std::array<Layer, 3> layers_;
    std::unique_ptr<LayerStep<Real>> layer_step_;  ///< of k73, after its sweep; none without layers
    kernels::TtiArguments<Real> arguments_{};
    std::unique_ptr<KernelLibrary> support_, kernels_;
    std::vector<Launch> launches_;
    KernelTile tile_;
    std::unique_ptr<SparsePasses<Real>> passes_;         ///< of the pressure
    std::unique_ptr<SparsePasses<Real>> second_passes_;  ///< what sources add to the second field
    StepLoop<Real> loop_;
    std::unique_ptr<FieldReader<Real>> reader_;
    KernelResources resources_;  ///< of the last kernel of a step
    mutable DeviceArray<unsigned long long> health_;
};

}  // namespace wavesim
