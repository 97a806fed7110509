// SPDX-License-Identifier: MIT
// Programs whose kernels are generated for the compiler of the tests (program_specs/write_statement_specs.cpp) and run
// on the block emulator (statements_test.cpp).
#pragma once
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/scene/equations_file.hpp"
#include "stencils/equations/damping.hpp"
#include "stencils/gpu/statements/statement_plan.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::test {

/// n-1 is read at neighbours, and n by a later statement: levels that are overwritten late.
inline constexpr const char* kept_levels =
    "program: 2\ndims: [2, 3]\nfields:\n  p: {levels: 2, source: true, receiver: true}\n  q: {}\nstatements:\n"
    "  - p.new = 0.5*p.old[1, 0, 0] + 0.4*p[0, 0, 1]\n  - q.new = 0.3*q[-1, 0, 0] + 0.2*p.old + 0.1*p.new[0, 0, -2]\n";

/// Every function and operation, fields and parameters at other nodes, and a statement that is a number.
inline constexpr const char* functions =
    "program: 2\ndims: [2, 3]\nfields:\n  p: {source: true, receiver: true}\n  r: {}\nparameters:\n"
    "  c: {default: 2}\n  g: {default: 0.5}\nconstants: {a: 3}\nstatements:\n"
    "  - root = sqrt(c + g[0, 0, 1])\n  - same = exp(-a)*dt/dt\n"
    "  - p.new = max(abs(p), root)/(2 + g) - min(p[1, 0, -1], a*g)/(-c) + same - (0.5 - d2z(p))*0.1\n"
    "  - r.new = -0.5*r + 0.125*d1x+(p.new) + 0.25*root[-1, 0, 1]\n";

/// A field and an intermediate that a second stage reads at other nodes, up and down unevenly; a third group reads the
/// intermediate again, and levels n of fields that both stages overwrite.
inline constexpr const char* two_stages =
    "program: 2\ndims: [2, 3]\nfields:\n  p: {source: true, receiver: true}\n  r: {}\n  w: {}\nparameters:\n"
    "  c: {default: 0.5}\nstatements:\n  - m = c*p[1, 0, -1] + 0.25*p[0, 2, 0]\n  - r.new = 0.5*r + 0.25*p\n"
    "  - p.new = 0.5*p + 0.125*m[0, 0, 3] - 0.25*m[-1, 1, 0] + 0.5*r.new[2, 0, -1]\n"
    "  - w.new = 0.5*w + 0.25*m[0, 1, 0] + 0.125*p.new[0, 0, 1]\n";

using Sides = std::array<HaloRule, 6>;
inline constexpr HaloRule rigid = HaloRule::mirror_half, release = HaloRule::odd_half;
inline constexpr Sides rigid_sides{rigid, rigid, rigid, rigid, rigid, rigid};
inline constexpr Sides release_sides{release, release, release, release, release, release};
inline constexpr Sides mixed_sides{rigid, release, release, rigid, release, rigid};

struct StatementCase {
    const char* program;  ///< a file of configs/programs, or its text
    const char* stencil;
    Extent extent;
    Sides sides;
    Precision precision;
    bool sponge = false;
    const char* from = "";  ///< a part of the text in place of which `to` stands
    const char* to = "";
    StatementFusion fusion = StatementFusion::split;
};

inline constexpr auto in_float = Precision::float32, in_double = Precision::float64;
inline constexpr auto on_chip = StatementFusion::chip;

inline const std::vector<StatementCase>& statement_cases() {
    static const std::vector<StatementCase> cases{
        {"scalar", "leggy-4", {71, 1, 23}, mixed_sides, in_float},
        {"scalar", "compact-27-iwb", {41, 11, 13}, mixed_sides, in_double, true},
        {"density", "leggy-3", {37, 11, 5}, mixed_sides, in_float},
        {"density", "leggy-1", {37, 1, 29}, release_sides, in_double, true},
        {"visco", "leggy-2", {41, 1, 19}, mixed_sides, in_double, true},
        {"visco", "leggy-1", {43, 11, 7}, rigid_sides, in_float},
        {"air", "leggy-2", {37, 11, 7}, mixed_sides, in_float, true},
        {"elastic", "leggy-2", {71, 1, 23}, release_sides, in_float},
        {"elastic", "leggy-2", {37, 1, 29}, mixed_sides, in_double, true},
        {"elastic", "leggy-2", {67, 1, 31}, rigid_sides, in_float, true, "order: 4", "order: 6"},
        {"elastic_3d", "leggy-2", {37, 11, 5}, mixed_sides, in_float},
        {"elastic_3d", "leggy-2", {37, 11, 3}, release_sides, in_double, true},
        {"elastic_3d", "leggy-2", {5, 3, 2}, mixed_sides, in_float, false, "order: 4", "order: 2"},
        {"vti", "leggy-4", {37, 11, 5}, mixed_sides, in_float},
        {"vti", "leggy-2", {37, 1, 17}, mixed_sides, in_double, true},
        {kept_levels, "leggy-1", {37, 11, 7}, mixed_sides, in_double},
        {kept_levels, "leggy-1", {37, 1, 17}, rigid_sides, in_float},
        {functions, "leggy-2", {37, 11, 7}, mixed_sides, in_float},
        {functions, "leggy-2", {37, 1, 17}, release_sides, in_double},
        {"density", "leggy-2", {37, 11, 7}, mixed_sides, in_double},
        {"air", "leggy-1", {37, 5, 7}, rigid_sides, in_float},
        {functions, "leggy-1", {37, 9, 8}, mixed_sides, in_double},
        {"../stencils/equations/cheby", "leggy-1", {37, 9, 8}, rigid_sides, in_float},
        {"../stencils/equations/denoise3d", "leggy-1", {37, 9, 7}, mixed_sides, in_double},
        {"../stencils/equations/curl", "leggy-1", {37, 9, 8}, rigid_sides, in_float},
        {"../stencils/equations/hypterm", "leggy-1", {33, 6, 7}, mixed_sides, in_float},
        // Two groups in one kernel.
        {"density", "leggy-2", {61, 11, 7}, mixed_sides, in_float, false, "", "", on_chip},
        {"density", "leggy-1", {37, 13, 6}, release_sides, in_double, true, "", "", on_chip},
        {"elastic_3d", "leggy-2", {37, 11, 9}, mixed_sides, in_float, false, "", "", on_chip},
        {"elastic_3d", "leggy-2", {33, 10, 8}, release_sides, in_double, true, "", "", on_chip},
        {"elastic_3d", "leggy-2", {5, 3, 2}, mixed_sides, in_float, false, "order: 4", "order: 2", on_chip},
        {"elastic_3d", "leggy-2", {35, 10, 6}, rigid_sides, in_float, true, "", "", on_chip},
        {"air", "leggy-1", {37, 11, 7}, mixed_sides, in_double, false, "", "", on_chip},
        {two_stages, "leggy-2", {37, 11, 7}, mixed_sides, in_double, false, "", "", on_chip},
        {"../stencils/equations/denoise3d", "leggy-1", {37, 9, 7}, mixed_sides, in_float, false, "", "", on_chip},
        {"../stencils/equations/curl", "leggy-1", {37, 9, 8}, mixed_sides, in_double, false, "", "", on_chip},
    };
    return cases;
}

/// Texts with a fault each, beside the number of the case whose program they should have.
struct SpoiltCase {
    std::size_t number;
    const char* from;
    const char* to;
};
inline const std::vector<SpoiltCase>& spoilt_cases() {
    static const std::vector<SpoiltCase> cases{
        {10, "d1z-(sxz))", "d1z+(sxz))"},               // half a cell off
        {10, "muxy*dt/dx*(d1y+", "-muxy*dt/dx*(d1y+"},  // a sign
        {4, "(r1 + r1.new", "(r1 + r1"},                // a level
        {2, "(rho + rho[0, 1, 0])", "(rho + rho)"},     // a parameter at another node
        {6, "nu*dt", "0.5*nu*dt"},                      // a factor
    };
    return cases;
}

/// Every form of threads in some cases. Panels of one tile, and columns of three planes, so that small grids have
/// several.
inline StatementSchedule schedule_of(std::size_t number) {
    StatementSchedule schedule;
    schedule.panel_bytes = number % 2 == 0 ? 1 : usual_panel_bytes;
    schedule.form = number % 3 == 2 ? ThreadForm::nodes : ThreadForm::columns;
    schedule.ahead = number % 3 == 0;
    schedule.planes = 3;
    schedule.fusion = statement_cases()[number].fusion;
    schedule.parts = number % 5 == 0 ? StoredParts::none : number % 5 == 1 ? StoredParts::all : StoredParts::free;
    return schedule;
}

inline equations::Program program_of(const StatementCase& given, const std::string& from, const std::string& to) {
    std::string text = given.program;
    if (text.find('\n') == std::string::npos) {
        std::ifstream file(std::filesystem::path(WAVESIM_SOURCE_DIR) / "configs/programs" / (text + ".yaml"));
        std::stringstream whole;
        whole << file.rdbuf();
        text = whole.str();
    }
    const auto replace = [&text](const std::string& old, const std::string& by) {
        if (old.empty()) return;
        const std::size_t at = text.find(old);
        if (at == std::string::npos) throw std::logic_error("the program has no " + old);
        text.replace(at, old.size(), by);
    };
    replace(given.from, given.to);
    replace(from, to);
    return parse_equations(text, "test");
}

/// A problem with random parameters, some of them the same everywhere, two sources and no receivers.
inline ProgramProblem problem_of(const StatementCase& given, const std::string& from = "", const std::string& to = "") {
    equations::Program program = program_of(given, from, to);
    if (given.sponge) program = equations::with_damping(program);
    const std::vector<equations::Parameter> declared = program.declared.parameters;
    ProblemShape shape;
    shape.extent = given.extent;
    shape.precision = given.precision;
    shape.stencil = make_stencil(given.stencil, given.extent.ny == 1 ? 2 : 3);
    shape.halo = given.sides;
    shape.medium = ProgramShape{std::make_shared<const equations::Program>(std::move(program)), 0, 0.0004, 2.5, 0};
    ProgramProblem problem(shape);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(0.7, 1);
    for (std::size_t p = 0; p < declared.size(); ++p) {
        const bool same = p % 3 == 1 && p + 1 < declared.size();
        std::vector<double> values(same ? 1 : static_cast<std::size_t>(given.extent.nodes()));
        for (double& value : values) value = declared[p].value * any(random);
        problem.kind().varying += same ? 0 : 1;
        problem.parameters.push_back(std::move(values));
    }
    const std::int64_t last = given.extent.nodes() - 1;
    problem.sources = {{{{last / 3}, {0.75}}, {1, -0.5, 0.25}}, {{{last}, {0.5}}, {0.5, 0.25}}};
    return problem;
}

}  // namespace wavesim::test
