// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>

namespace wavesim {

/// A GPU kernel cannot be compiled, loaded or run; the message names the kernel, the failing call and, for
/// compile errors, the options, the log and where the source was saved.
class KernelError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace wavesim
