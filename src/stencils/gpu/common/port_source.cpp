// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/port_source.hpp"

#include "stencils/gpu/common/port_arguments.cuh"
#include "stencils/gpu/common/source_text.hpp"

namespace wavesim {

namespace {

template <class Real>
std::string agree_on_ports(const std::string& real) {
    return agree<kernels::PortArguments<Real>>("PortArguments<" + real + ">") +
           agree<kernels::PortKind<Real>>("PortKind<" + real + ">") +
           agree<kernels::PortBranchLaw<Real>>("PortBranchLaw<" + real + ">") + agree<kernels::PortGroup>("PortGroup") +
           agree<kernels::PushGroup>("PushGroup");
}

}  // namespace

std::string port_source(Precision precision) {
    const std::string real = real_name(precision);
    const std::string head = "WAVESIM_KERNEL(" + std::to_string(kernels::group_nodes) +
                             (precision == Precision::float32 ? ", 16" : ", 12") + ") wavesim_";
    const std::string arguments = "(WAVESIM_PARAMETER PortArguments<" + real + "> arguments) { ";
    return "#include \"stencils/gpu/common/ports.cuh\"\n\nnamespace wavesim::kernels {\n\n" +
           (precision == Precision::float32 ? agree_on_ports<float>(real) : agree_on_ports<double>(real)) + "\n" +
           head + "ports" + arguments + "move_ports(arguments); }\n" + head + "pushes" + arguments +
           "push_nodes(arguments); }\n\n}  // namespace wavesim::kernels\n";
}

KernelText port_text(Precision precision, const Gpu& gpu) {
    return {"ports", port_source(precision), gpu.architecture(), usual_memory};
}

}  // namespace wavesim
