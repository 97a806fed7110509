// SPDX-License-Identifier: MIT
#include "io/scene/equations_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/scene/marks.hpp"

namespace wavesim {
namespace {

using equations::Mirror;

const std::string head = "program: 2\ndims: 2\nfields:\n  p: {levels: 2}\n";

std::string faults_of(const std::string& text) {
    try {
        parse_equations(text, "p.yaml");
        return "";
    } catch (const SceneFileError& error) {
        return error.what();
    }
}

TEST(EquationsFile, ReadsFieldsInTheOrderOfTheFile) {
    const equations::Program program = parse_equations(
        "program: 2\ndims: 2\norder: 6\nfields:\n  w: {at: [0, 0.5], sides: {rigid: even}}\n"
        "  p: {levels: 2, source: true, receiver: true}\n"
        "parameters:\n  c: {from: speed, default: 3}\n  a: {default: -1}\nconstants: {k: 4}\n"
        "statements:\n  - p.new = p.old + c*\n      laplace(p)\n  - w.new = a*w + k*p.new\n",
        "folder/wave.yaml");

    EXPECT_EQ(program.name, "wave");
    EXPECT_EQ(program.declared.order, 6);
    EXPECT_EQ(program.declared.fields[0].name, "w");
    EXPECT_EQ(program.declared.fields[0].half, (std::array<bool, 3>{false, false, true}));
    EXPECT_EQ(program.declared.fields[0].rigid[2], Mirror::even);
    EXPECT_EQ(program.declared.fields[0].release[0], Mirror::odd);
    EXPECT_EQ(program.declared.fields[0].release[2], Mirror::even);
    EXPECT_EQ(program.declared.fields[1].levels, 2);
    EXPECT_TRUE(program.declared.fields[1].source);
    EXPECT_FALSE(program.declared.fields[0].receiver);
    EXPECT_EQ(program.declared.parameters[0].name, "c");
    EXPECT_EQ(program.declared.parameters[0].from, equations::ParameterSource::speed);
    EXPECT_EQ(program.declared.parameters[1].value, -1);
    EXPECT_EQ(program.statements[0].name, "p.new");
}

TEST(EquationsFile, ReadsVersionOneAsOneField) {
    const equations::Program program = parse_equations(
        "program: 1\ndims: 3\nconstants: {dx: 2}\nstatements: [\"a = u[1,0,0]\", u = dx*a]\nsize: 9\n", "old.yaml");

    EXPECT_EQ(program.declared.version, 1);
    EXPECT_EQ(program.declared.fields.size(), 1);
    EXPECT_EQ(program.statements.size(), 2);
}

TEST(EquationsFile, SaysWhatIsWrongWithLineAndColumn) {
    EXPECT_EQ(faults_of(head + "statements:\n  - lap = laplace(p)\n  - p.new = p.old +\n      lapp\n"),
              "p.yaml:8:7: statements[1]: nothing has the name 'lapp'; did you mean 'lap'?");
    EXPECT_EQ(faults_of(head + "statements: [\"a = p.new[1, 0]\", 'p.new = a']\n"),
              "p.yaml:5:42: statements[1]: 'a' is needed before it is there: 'a' needs 'p.new', and 'p.new' needs 'a'");
    EXPECT_EQ(faults_of(head + "statements:\n  - p.new = 2*p - (p.old\n"),
              "p.yaml:6:25: statements[0]: ')' is expected to close the parenthesis of column 15 of the statement, and "
              "the statement ends here");
    EXPECT_EQ(faults_of(head + "statements: [p.new = q]\nfield: {}\n"),
              "p.yaml:6:1: field: unknown key; did you mean 'fields'?");
    EXPECT_EQ(faults_of(head + "constants: {p: 1}\nstatements: [p.new = p]\n"),
              "p.yaml:5:16: constants.p: the name 'p' is taken already");
    EXPECT_EQ(faults_of(head + "constants: {dt: 1}\nstatements: [p.new = p]\n"),
              "p.yaml:5:17: constants.dt: the name 'dt' is taken by the language");
    EXPECT_EQ(faults_of("program: 2\ndims: 2\nfields: {p: {at: [0.25, 0]}}\nstatements: [p.new = p]\n"),
              "p.yaml:3:18: fields.p.at: values stand at nodes, 0, or half a cell further, 0.5");
    EXPECT_EQ(faults_of("program: 2\ndims: [2, 3]\nfields: {p: {at: [0, 0]}}\nstatements: [p.new = p]\n"),
              "p.yaml:3:18: fields.p.at: has not one number for each dimension of the program");
    EXPECT_EQ(faults_of("program: 3\ndims: 2\nfields: {p: {}}\nstatements: [p.new = p]\n"),
              "p.yaml:1:10: program: version 3 of the format is unknown (this program reads version 2)");
    EXPECT_EQ(faults_of(""), "p.yaml:1:1: the program is empty; configs/programs has examples");
    EXPECT_EQ(faults_of("program: 2\ndims 2\n"),
              "p.yaml:2:1: the ':' after the key 'dims' is missing; write 'dims: 2'");
    EXPECT_EQ(faults_of("program: 2\nfields:\n\tp: {}\n"),
              "p.yaml:3:1: a tab indents this line (tabs are not allowed for indentation, only spaces are)");
}

TEST(EquationsFile, SaysWhatIsNotThere) {
    EXPECT_EQ(faults_of("program: 2\ndims: 2\nstatements: [p.new = p]\n"),
              "p.yaml:1:1: fields: the key is missing (what moves)");
}

/// Fields are looked at before constants, wherever they stand.
TEST(EquationsFile, FaultsComeInTheOrderOfTheFile) {
    EXPECT_EQ(faults_of("program: 2\ndims: 2\nconstants: {dt: 1}\nfields: {p: {at: [0.25, 0]}}\n"
                        "statements: [p.new = p]\n"),
              "p.yaml:3:17: constants.dt: the name 'dt' is taken by the language\n"
              "p.yaml:4:18: fields.p.at: values stand at nodes, 0, or half a cell further, 0.5");
}

}  // namespace
}  // namespace wavesim
