// SPDX-License-Identifier: MIT
#include "physics/tested_backend.hpp"

#include <gtest/gtest.h>

namespace wavesim::test {
namespace {

/// Skips every test where the GPU that was asked for cannot be used.
class TestedGpu : public ::testing::Environment {
    void SetUp() override {
        try {
            tested_gpu();
        } catch (const std::exception& error) {
            GTEST_SKIP() << error.what();
        }
    }
};

[[maybe_unused]] const ::testing::Environment* const tested = ::testing::AddGlobalTestEnvironment(new TestedGpu);

}  // namespace
}  // namespace wavesim::test
