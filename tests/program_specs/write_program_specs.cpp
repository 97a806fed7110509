// SPDX-License-Identifier: MIT
// Writes the Specs of stencil programs that the block emulator runs (tests/emulator/programs_test.cpp): the text that
// the run-time compiler would get, as a header for the compiler of the tests. usage: write_program_specs FILE
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "programs/blocking_source.hpp"
#include "programs/program_file.hpp"

namespace wavesim {
namespace {

struct Case {
    const char* program;
    const char* configuration;
    Precision precision = Precision::float32;
};

constexpr Precision doubles = Precision::float64;

/// Every scheme, several levels, one and several nodes per thread, all radii, formulas that are no weighted sums.
const std::vector<Case> cases{
    {"star3d1r", "bT=1 tile=32x8"},
    {"star3d1r", "bT=2 tile=32x8"},
    {"star3d1r", "bT=3 tile=16x12 nodes=1x2 registers=shifting planes=per-level stream=4"},
    {"star3d1r", "bT=4 tile=128x12 nodes=4x2 registers=shifting planes=lagged lanes=yes stream=5"},
    {"star3d1r", "bT=3 tile=32x16 nodes=2x2 planes=lagged"},
    {"star3d1r", "bT=2 tile=32x8 sums=associative"},
    {"star3d1r", "bT=2 tile=32x8 sums=whole stream=3"},
    {"star3d1r", "bT=4 tile=128x12 nodes=4x4 registers=shifting planes=lagged lanes=yes sums=whole"},
    {"star3d2r", "bT=1 tile=32x8 nodes=1x2"},
    {"star3d2r", "bT=2 tile=128x16 nodes=4x2 registers=shifting planes=lagged lanes=yes"},
    {"star3d2r", "bT=2 tile=64x12 nodes=2x2 lanes=yes registers=shifting planes=per-level", doubles},
    {"star3d4r", "bT=1 tile=32x12 registers=shifting"},
    {"star3d4r", "bT=1 tile=128x16 nodes=4x4 lanes=yes registers=shifting planes=lagged"},
    {"box3d1r", "bT=1 tile=32x8"},
    {"box3d1r", "bT=2 tile=32x8 nodes=1x4 planes=per-level registers=shifting"},
    {"box3d1r", "bT=3 tile=128x12 nodes=4x2 lanes=yes planes=lagged registers=shifting stream=4"},
    {"box3d1r", "bT=2 tile=32x8 sums=associative"},
    {"box3d1r", "bT=2 tile=32x8 sums=whole"},
    {"box3d2r-symmetric", "bT=1 tile=128x12 nodes=4x4 lanes=yes planes=lagged registers=shifting"},
    {"box3d2r-symmetric", "bT=1 tile=32x8"},
    {"j3d17pt", "bT=2 tile=32x8 sums=whole registers=shifting planes=lagged"},
    {"j3d17pt", "bT=2 tile=32x8", doubles},
    {"poisson", "bT=2 tile=32x8 nodes=2x2"},
    {"star2d1r", "bT=1 tile=64"},
    {"star2d1r", "bT=4 tile=128 nodes=4 lanes=yes registers=shifting"},
    {"star2d1r", "bT=6 tile=64 nodes=2 lanes=yes stream=7"},
    {"star2d1r", "bT=3 tile=64 planes=per-level registers=shifting stream=5"},
    {"star2d1r", "bT=2 tile=64 sums=associative planes=lagged"},
    {"star2d3r", "bT=2 tile=64"},
    {"star2d3r", "bT=2 tile=128 nodes=4 lanes=yes registers=shifting stream=6"},
    {"box2d1r", "bT=4 tile=128 nodes=4 lanes=yes registers=shifting"},
    {"box2d2r", "bT=2 tile=64 sums=associative", doubles},
    {"gradient2d", "bT=1 tile=64 sums=whole"},
    {"gradient2d", "bT=3 tile=64 sums=whole"},
    {"gradient2d", "bT=4 tile=128 nodes=4 lanes=yes sums=whole registers=shifting stream=8"},
    {"gradient2d", "bT=4 tile=64 nodes=2 lanes=yes sums=whole registers=shifting", doubles},
};

std::string spec_text(const Case& one, std::size_t number) {
    const StencilProgram program = shipped_program(one.program);
    BlockingConfiguration configuration;
    std::string fault = change_configuration(configuration, one.configuration);
    if (fault.empty()) fault = why_not(program, configuration, one.precision, 232448);
    if (!fault.empty()) throw std::runtime_error(one.program + (": " + fault));
    const std::string name = "Spec" + std::to_string(number);
    return "namespace kernels {\n" + blocking_spec(program, configuration, one.precision, name) + "}\nstruct Case" +
           std::to_string(number) + " : kernels::" + name + " {\n    static constexpr const char* program = \"" +
           one.program + "\";\n    static constexpr const char* configuration = \"" + to_text(configuration) +
           "\";\n};\n";
}

}  // namespace
}  // namespace wavesim

int main(int, char** arguments) {
    std::string text =
        "// Written by tests/program_specs.\n#pragma once\n#include <gtest/gtest.h>\n\n#include "
        "\"programs/blocking.cuh\"\n\nnamespace wavesim {\n";
    std::string list;
    for (std::size_t i = 0; i < wavesim::cases.size(); ++i) {
        text += wavesim::spec_text(wavesim::cases[i], i);
        list += (i == 0 ? "" : ", ") + ("Case" + std::to_string(i));
    }
    std::ofstream(arguments[1]) << text << "using ProgramCases = ::testing::Types<" << list
                                << ">;\n}  // namespace wavesim\n";
    return 0;
}
