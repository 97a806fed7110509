// SPDX-License-Identifier: MIT
// Writes Specs of the wave equation as the run-time compiler would get them, as a header for the compiler of the tests
// (tests/emulator/generated_test.cpp). usage: write_wave_specs FILE
#include <fstream>
#include <stdexcept>
#include <string>

#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/single/bulk_source.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

struct Case {
    const KernelForm& form;
    const char* kernel;  ///< its class template on the emulator
    const char* stencil;
    double courant;
    Precision precision;
    KernelTile tile;
};

KernelTile tile_of(int x, int y, int rows, int radius, bool staged) {
    KernelTile tile{x, y, 1, rows, radius + 3, 1};
    tile.staged = staged;
    tile.odd = true;
    return tile;
}

/// The struct of the text, by another name.
std::string struct_of(const std::string& source, const std::string& name) {
    const std::string begin = "struct Spec {", end = "\n};\n";
    const std::size_t from = source.find(begin);
    if (from == std::string::npos) throw std::logic_error("the text has no Spec");
    return "struct " + name + source.substr(from + begin.size() - 2, source.find(end, from) - from - begin.size() + 2) +
           end;
}

}  // namespace
}  // namespace wavesim

int main(int, char** arguments) {
    using namespace wavesim;
    // Points along axes alone, and with two and three different components, whose weights differ by their order.
    const Case cases[] = {
        {forms::sweep, "SweptBy", "leggy-2", 0.4, Precision::float32, tile_of(32, 4, 2, 2, true)},
        {forms::sweep, "SweptBy", "compact-57-opt", 0.7, Precision::float64, tile_of(16, 4, 2, 2, true)},
        {forms::texture_unrolled, "UnrolledBy", "compact-27-iwb", 0.9, Precision::float32, tile_of(16, 4, 2, 1, false)},
        {forms::texture_unrolled, "UnrolledBy", "compact-123-me6", 0.8, Precision::float64,
         tile_of(32, 2, 1, 3, false)},
    };
    std::string text =
        "// Written by tests/program_specs.\n#pragma once\n#include <gtest/gtest.h>\n\n#include "
        "\"generated_case.hpp\"\n\nnamespace wavesim {\n";
    std::string list;
    int number = 0;
    for (const Case& one : cases) {
        const std::string name = "Wave" + std::to_string(number++);
        const std::string source =
            bulk_source(make_stencil(one.stencil, 3), one.courant, one.precision, one.form, one.tile);
        text += "namespace kernels {\n" + struct_of(source, name + "Spec") + "}\nstruct " + name +
                " : kernels::" + name + "Spec {\n    static Stencil stencil() { return scaled(\"" + one.stencil +
                "\", " + std::to_string(one.courant) + "); }\n};\n";
        list += (list.empty() ? "" : ", ") + (one.kernel + ("<" + name + ">"));
    }
    std::ofstream(arguments[1]) << text << "using WaveCases = ::testing::Types<" << list
                                << ">;\n}  // namespace wavesim\n";
    return 0;
}
