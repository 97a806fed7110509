// SPDX-License-Identifier: MIT
#include "io/result/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "io/math_library.hpp"
#include "io/result/result_file.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

constexpr std::string_view before_version = "wavesim ";
constexpr std::string_view before_libm = "libm ";
constexpr std::string_view separator = ", ";

}  // namespace

Program program_of(const PlanOutline& plan) {
    return {wavesim_version(), plan.decision.backend, plan.decision.regions.empty() ? "" : plan.decision.regions[0].isa,
            std::string(word_of(plan.decision.shape.precision)), math_library_checksum()};
}

bool same_bits(const Program& one, const Program& other) {
    return one.version == other.version && one.backend == other.backend && cpu::same_bits(one.isa, other.isa) &&
           one.precision == other.precision && one.libm == other.libm;
}

std::string text_of(const Program& program) {
    const std::string device = program.backend + (program.isa.empty() ? "" : " ") + program.isa;
    return fmt::format("{}{}, {}, {}, {}{}", before_version, program.version, device, program.precision, before_libm,
                       program.libm);
}

std::optional<Program> program_in(const std::string& text) {
    std::array<std::string, 4> parts;
    std::string_view rest = text;
    for (std::string& part : parts) {
        part = rest.substr(0, rest.find(separator));
        rest.remove_prefix(std::min(rest.size(), part.size() + separator.size()));
    }
    const std::size_t space = parts[1].find(' ');
    const Program program{parts[0].substr(std::min(parts[0].size(), before_version.size())), parts[1].substr(0, space),
                          space == std::string::npos ? "" : parts[1].substr(space + 1), parts[2],
                          parts[3].substr(std::min(parts[3].size(), before_libm.size()))};
    if (text_of(program) != text) return {};
    return program;
}

}  // namespace wavesim
