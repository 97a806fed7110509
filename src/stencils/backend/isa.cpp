// SPDX-License-Identifier: MIT
#include "stencils/backend/isa.hpp"

#include <stdexcept>

namespace wavesim::cpu {

std::string to_string(Isa isa) { return std::string(word_of(isa)); }

namespace {

#if defined(__clang__)  // clang can test only for features; every processor with these supports the whole level
bool supports_v3() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}
bool supports_v4() {
    return supports_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#else
bool supports_v3() { return __builtin_cpu_supports("x86-64-v3"); }
bool supports_v4() { return __builtin_cpu_supports("x86-64-v4"); }
#endif

}  // namespace

std::vector<Isa> available_isas() {
    std::vector<Isa> result{Isa::v2};
    if (WAVESIM_HAS_v3 && supports_v3()) result.push_back(Isa::v3);
    if (WAVESIM_HAS_v4 && supports_v4()) result.push_back(Isa::v4);
    return result;
}

Isa choose_isa(const std::string& name) {
    const std::vector<Isa> available = available_isas();
    if (name.empty()) return available.back();
    for (const Isa isa : {Isa::v2, Isa::v3, Isa::v4}) {
        if (name != to_string(isa)) continue;
        for (const Isa have : available) {
            if (have == isa) return isa;
        }
        throw std::invalid_argument("this machine does not support the instruction set " + name);
    }
    throw std::invalid_argument("unknown instruction set '" + name + "' (x86-64-v2, x86-64-v3 or x86-64-v4)");
}

bool same_bits(const std::string& isa, const std::string& other) {
    const auto fused = [](const std::string& name) { return name == to_string(Isa::v3) || name == to_string(Isa::v4); };
    return isa == other || (fused(isa) && fused(other));
}

}  // namespace wavesim::cpu
