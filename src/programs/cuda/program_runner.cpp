// SPDX-License-Identifier: MIT
#include "programs/program_runner.hpp"

#include "programs/blocking_source.hpp"
#include "programs/program_layout.hpp"
#include "programs/reference.hpp"
#include "stencils/gpu/common/cuda/device_event.hpp"
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"

namespace wavesim {

namespace {

/// The kernel of passes of a given number of levels.
class PassKernel {
  public:
    PassKernel(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
               const std::string& architecture)
        : configuration_(configuration),
          library_(program.name, blocking_source(program, configuration, precision), architecture),
          kernel_(library_.kernel("wavesim_blocking")),
          shared_bytes_(shared_bytes(program, configuration, precision)),
          resources_(prepare_kernel(kernel_, configuration.threads(), shared_bytes_)) {}

    template <class Real>
    void launch_pass(const StencilProgram& program, const ProgramLayout& layout, const Extent& inner, const Real* from,
                     Real* to) const {
        const BlockingGrid grid = blocking_grid(program, inner, configuration_);
        launch(kernel_,
               dim3(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y), static_cast<unsigned>(grid.z)),
               configuration_.threads(), shared_bytes_, nullptr,
               blocking_arguments(layout, inner, grid.chunk, from + layout.origin(), to + layout.origin()));
    }
    ProgramFacts facts() const {
        return {resources_.registers,
                resources_.local_bytes,
                shared_bytes_,
                configuration_.threads(),
                resources_.blocks_per_multiprocessor,
                library_.compile_s()};
    }

  private:
    BlockingConfiguration configuration_;
    KernelLibrary library_;
    cudaKernel_t kernel_;
    int shared_bytes_;
    KernelResources resources_;
};

template <class Real>
class DeviceProgram final : public ProgramRunner {
  public:
    DeviceProgram(const StencilProgram& program, const Extent& inner, const BlockingConfiguration& configuration,
                  int device)
        : program_(program),
          inner_(inner),
          configuration_(configuration),
          layout_(program, inner),
          architecture_(open_gpu(device).architecture()),
          whole_(program, configuration, precision, architecture_),
          now_(layout_.size()),
          next_(layout_.size()) {}

    void set(const std::vector<double>& values) override {
        std::vector<Real> padded(static_cast<std::size_t>(layout_.size()));
        layout_.each_row([&](std::int64_t at, std::int64_t logical, std::int64_t count) {
            for (std::int64_t i = 0; i < count; ++i)
                padded[static_cast<std::size_t>(at + i)] =
                    static_cast<Real>(values[static_cast<std::size_t>(logical + i)]);
        });
        now_.upload(padded.data(), layout_.size());
        next_.upload(padded.data(), layout_.size());
    }
    void set_sample() override {
        const std::vector<Real> block =
            sample_field<Real>(ProgramField(program_, {std::min<std::int64_t>(inner_.nx, 4096), 1, 61}), 3);
        std::vector<Real> part(block.begin(), block.begin() + std::min(static_cast<std::ptrdiff_t>(layout_.size()),
                                                                       static_cast<std::ptrdiff_t>(block.size())));
        fill_with_copies(now_, part);
        fill_with_copies(next_, part);
    }
    std::vector<double> values() const override {
        std::vector<Real> padded(static_cast<std::size_t>(layout_.size()));
        now_.download(padded.data(), layout_.size());
        std::vector<double> values(static_cast<std::size_t>(ProgramField(program_, inner_).whole.nodes()));
        layout_.each_row([&](std::int64_t at, std::int64_t logical, std::int64_t count) {
            std::copy_n(padded.data() + at, count, values.data() + logical);
        });
        return values;
    }
    double run(int iterations) override {
        const PassKernel* const rest = rest_of(iterations % configuration_.levels);
        DeviceEvent start;
        DeviceEvent end;
        start.record(nullptr);
        for (int done = 0; done + configuration_.levels <= iterations; done += configuration_.levels) pass(whole_);
        if (rest != nullptr) pass(*rest);
        end.record(nullptr);
        return end.seconds_since(start);
    }
    ProgramFacts facts() const override { return whole_.facts(); }

  private:
    static constexpr Precision precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;

    void pass(const PassKernel& kernel) {
        kernel.launch_pass(program_, layout_, inner_, now_.data(), next_.data());
        std::swap(now_, next_);
    }
    /// The kernel of a pass with fewer levels, compiled at its first use.
    const PassKernel* rest_of(int levels) {
        if (levels == 0) return nullptr;
        if (rest_ == nullptr || rest_levels_ != levels) {
            BlockingConfiguration shorter = configuration_;
            shorter.levels = rest_levels_ = levels;
            rest_ = std::make_unique<PassKernel>(program_, shorter, precision, architecture_);
        }
        return rest_.get();
    }

    StencilProgram program_;
    Extent inner_;
    BlockingConfiguration configuration_;
    ProgramLayout layout_;
    std::string architecture_;
    PassKernel whole_;
    DeviceArray<Real> now_;
    DeviceArray<Real> next_;
    std::unique_ptr<PassKernel> rest_;
    int rest_levels_ = 0;
};

}  // namespace

std::unique_ptr<ProgramRunner> make_program_runner(const StencilProgram& program, const Extent& inner,
                                                   const BlockingConfiguration& configuration, Precision precision,
                                                   int device) {
    if (precision == Precision::float32)
        return std::make_unique<DeviceProgram<float>>(program, inner, configuration, device);
    return std::make_unique<DeviceProgram<double>>(program, inner, configuration, device);
}

void compile_program(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
                     int device) {
    cached_compile(program.name, blocking_source(program, configuration, precision),
                   properties_of(device).architecture());
}

}  // namespace wavesim
