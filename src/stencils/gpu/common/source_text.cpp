// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/source_text.hpp"

#include <cstdio>

namespace wavesim {

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

std::string real_name(Precision precision) { return precision == Precision::float32 ? "float" : "double"; }

std::string weight_function(const Stencil& stencil, double courant) {
    std::string text =
        "    static constexpr WAVESIM_DEVICE double exact_weight(int a, int b, int c) {\n"
        "        const int high = a > b ? (a > c ? a : c) : (b > c ? b : c);\n"
        "        const int low = a < b ? (a < c ? a : c) : (b < c ? b : c);\n"
        "        switch ((high * 64 + (a + b + c - high - low)) * 64 + low) {\n";
    const auto row = [&text](const Shell& q, double w) {
        text += "            case " + std::to_string((q.q1 * 64 + q.q2) * 64 + q.q3) + ": return Real(" + number(w) +
                ");\n";
    };
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) row(stencil.shells[p], courant * courant * stencil.a[p]);
    return text +
           "        }\n        return 0;\n    }\n"
           "    static constexpr WAVESIM_DEVICE Real weight(int a, int b, int c) { return Real(exact_weight(a, b, c)); "
           "}\n";
}

}  // namespace wavesim
