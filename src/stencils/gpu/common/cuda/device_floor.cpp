// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/device_floor.hpp"

#include <algorithm>
#include <random>

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/gpu/common/cuda/device_event.hpp"
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/support_source.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"

namespace wavesim {

namespace {

template <class Real>
class DeviceFloor final : public TriadRate {
  public:
    DeviceFloor(std::int64_t elements, Precision precision, int device)
        : packs_(std::max<std::int64_t>(1, elements / pack)) {
        cuda_check(cudaSetDevice(device), "cudaSetDevice");
        a_ = DeviceArray<Real>(packs_ * pack);
        b_ = DeviceArray<Real>(packs_ * pack);
        library_ =
            std::make_unique<KernelLibrary>("support", support_source(precision), properties_of(device).architecture());
        // a and b are equal at the start, so a = k b - a with k near 2 stays bounded for long: every second sweep
        // restores a.
        std::vector<Real> block(static_cast<std::size_t>(std::min<std::int64_t>(packs_ * pack, (1 << 20) + 4)));
        std::mt19937 random(2);
        for (Real& value : block) value = static_cast<Real>(static_cast<double>(random()) * 0x1p-31 - 1);
        for (DeviceArray<Real>* array : {&a_, &b_}) fill_with_copies(*array, block);
    }

    double run(int sweeps) override {
        const kernels::FloorArguments<Real> arguments{b_.data(), a_.data(), Real(1.999), packs_};
        constexpr int threads = 256;
        const dim3 blocks(static_cast<unsigned>((packs_ + threads - 1) / threads));
        const cudaKernel_t kernel = library_->kernel("wavesim_floor");
        DeviceEvent start;
        DeviceEvent end;
        start.record(nullptr);
        for (int i = 0; i < sweeps; ++i) launch(kernel, blocks, threads, 0, nullptr, arguments);
        end.record(nullptr);
        return end.seconds_since(start) / (static_cast<double>(sweeps) * static_cast<double>(packs_ * pack));
    }

  private:
    static constexpr std::int64_t pack = 16 / static_cast<std::int64_t>(sizeof(Real));
    std::int64_t packs_;
    DeviceArray<Real> a_;
    DeviceArray<Real> b_;
    std::unique_ptr<KernelLibrary> library_;
};

}  // namespace

std::unique_ptr<TriadRate> make_device_floor(std::int64_t elements, Precision precision, int device) {
    if (precision == Precision::float32) return std::make_unique<DeviceFloor<float>>(elements, precision, device);
    return std::make_unique<DeviceFloor<double>>(elements, precision, device);
}

}  // namespace wavesim
