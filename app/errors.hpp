// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>

namespace wavesim {

/// The command line requests something that does not exist or is contradictory.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Ends the program with this code; everything that the user should read is already written.
struct EndProgram {
    int code;
};

}  // namespace wavesim
