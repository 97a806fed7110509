// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <vector>

#include "programs/blocking_configuration.hpp"

// Declares what a build without the CUDA toolkit says it cannot do.

namespace wavesim {

/// What the compiler and the driver say of the kernel of a program.
struct ProgramFacts {
    int registers = 0;     ///< per thread
    int spill_bytes = 0;   ///< per thread
    int shared_bytes = 0;  ///< per block
    int threads = 0;       ///< per block
    int blocks_per_multiprocessor = 0;
    double compile_s = 0;
};

/// A stencil program on one GPU: two fields, and a kernel for whole passes.
class ProgramRunner {
  public:
    virtual ~ProgramRunner() = default;
    /// Sets the whole field, ring included (ProgramField).
    virtual void set(const std::vector<double>& values) = 0;
    /// The same with random values between 0.5 and 1.5, made on the device.
    virtual void set_sample() = 0;
    virtual std::vector<double> values() const = 0;
    /// Carries out that many iterations, whole passes and what is left of them; returns their time by device events.
    virtual double run(int iterations) = 0;
    virtual ProgramFacts facts() const = 0;
};

/// Compiles (or finds in the cache) and loads. Throws KernelError.
std::unique_ptr<ProgramRunner> make_program_runner(const StencilProgram& program, const Extent& inner,
                                                   const BlockingConfiguration& configuration, Precision precision,
                                                   int device);
/// Compiles the kernel of whole passes into the cache for the GPU. Throws KernelError.
void compile_program(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
                     int device);

}  // namespace wavesim
