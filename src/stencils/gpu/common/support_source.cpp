// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/support_source.hpp"

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/gpu/common/source_text.hpp"

namespace wavesim {

namespace {

template <class Real>
std::string agree_on_support(const std::string& real) {
    return agree<kernels::PassArguments<Real>>("PassArguments<" + real + ">") + agree<kernels::NodeGroup>("NodeGroup") +
           agree<kernels::NodeKind>("NodeKind") +
           agree<kernels::HealthArguments<Real>>("HealthArguments<" + real + ">") +
           agree<kernels::GatherArguments<Real>>("GatherArguments<" + real + ">") +
           agree<kernels::FaceLaw<Real>>("FaceLaw<" + real + ">") +
           agree<kernels::RowEndGather<Real>>("RowEndGather<" + real + ">");
}

}  // namespace

std::string support_source(Precision precision) {
    const std::string real = real_name(precision);
    // The passes are limited by memory latency: as many blocks per multiprocessor as registers allow without spills.
    const int pass_blocks = precision == Precision::float32 ? 7 : 5;
    const auto kernel = [&real](int threads, const std::string& name, const std::string& arguments,
                                const std::string& body, int blocks = 1) {
        return "WAVESIM_KERNEL(" + std::to_string(threads) + ", " + std::to_string(blocks) + ") wavesim_" + name +
               "(WAVESIM_PARAMETER " + arguments + "<" + real + "> arguments) { " + body + "(arguments); }\n";
    };
    return "#include \"stencils/gpu/common/gather.cuh\"\n#include \"stencils/gpu/common/look.cuh\"\n#include "
           "\"stencils/gpu/common/points.cuh\"\n\n"
           "namespace wavesim::kernels {\n\n" +
           (precision == Precision::float32 ? agree_on_support<float>(real) : agree_on_support<double>(real)) + "\n" +
           kernel(kernels::pass_threads, "passes", "PassArguments", "run_passes", pass_blocks) +
           kernel(128, "row_ends", "RowEndGather", "gather_row_end") +
           kernel(128, "health", "HealthArguments", "inspect_row") +
           kernel(256, "gather", "GatherArguments", "gather_box") +
           kernel(256, "floor", "FloorArguments", "run_floor") + "\n}  // namespace wavesim::kernels\n";
}

}  // namespace wavesim
