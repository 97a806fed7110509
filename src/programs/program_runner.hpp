// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <vector>

#include "programs/blocking_configuration.hpp"

// A build without the CUDA toolkit has the same functions; they report why they cannot run.

namespace wavesim {

/// Facts about the kernel of a program, from the compiler and the driver.
struct ProgramFacts {
    int registers = 0;     ///< per thread
    int spill_bytes = 0;   ///< per thread
    int shared_bytes = 0;  ///< per block
    int threads = 0;       ///< per block
    int blocks_per_multiprocessor = 0;
    double compile_s = 0;
};

/// A stencil program on one GPU: two fields, and a kernel for full passes.
class ProgramRunner {
  public:
    virtual ~ProgramRunner() = default;
    /// Sets the whole field, ring included (ProgramField).
    virtual void set(const std::vector<double>& values) = 0;
    /// The same with random values between 0.5 and 1.5, made on the device.
    virtual void set_sample() = 0;
    virtual std::vector<double> values() const = 0;
    /// Carries out that many iterations: full passes and a shorter one for the remainder. Returns their time by device
    /// events.
    virtual double run(int iterations) = 0;
    virtual ProgramFacts facts() const = 0;
};

/// Compiles the kernel (or finds it in the cache) and loads it. Throws KernelError.
std::unique_ptr<ProgramRunner> make_program_runner(const StencilProgram& program, const Extent& inner,
                                                   const BlockingConfiguration& configuration, Precision precision,
                                                   int device);
/// Compiles the kernel of full passes for the GPU and stores it in the cache. Throws KernelError.
void compile_program(const StencilProgram& program, const BlockingConfiguration& configuration, Precision precision,
                     int device);

}  // namespace wavesim
