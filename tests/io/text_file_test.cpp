// SPDX-License-Identifier: MIT
#include "io/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "io/small_plan.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

class TextFile : public ::testing::Test {
  protected:
    std::filesystem::path written(const std::string& text) {
        std::ofstream(folder_.path() / "a.txt", std::ios::binary) << text;
        return folder_.path() / "a.txt";
    }

    /// Why a file is refused, without the words before.
    static std::string refusal(const std::filesystem::path& file, OtherFiles others) {
        try {
            read_text_file(file, "list", 100, others);
        } catch (const EnvironmentError& error) {
            EXPECT_EQ(error.kind(), EnvironmentError::Kind::io);
            const std::string begin = "cannot read the list " + file.string() + ": ";
            EXPECT_TRUE(std::string(error.what()).starts_with(begin)) << error.what();
            return std::string(error.what()).substr(begin.size());
        }
        return "none";
    }

    TemporaryFolder folder_;
};

TEST_F(TextFile, EveryByteIsRead) {
    std::string text;
    for (int i = 0; i < 50'000; ++i) text += static_cast<char>(i % 251);  // NUL, CR and LF, more than one part

    EXPECT_EQ(read_text_file(written(text), "list", 1 << 20), text);
    EXPECT_EQ(read_text_file(written(text), "list", text.size()), text);
    EXPECT_EQ(read_text_file(written(""), "list", 10), "");
}

TEST_F(TextFile, OfALongFileMoreIsReadThanIsAllowedButNotAll) {
    const std::string read = read_text_file(written(std::string(1 << 20, 'x')), "list", 40'000);

    EXPECT_GT(read.size(), 40'000U);
    EXPECT_LT(read.size(), 80'000U);
}

TEST_F(TextFile, WhatCannotBeReadIsNamedWithItsReason) {
    const std::filesystem::path pipe = folder_.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);

    for (const OtherFiles others : {OtherFiles::none, OtherFiles::streams}) {
        EXPECT_EQ(refusal(folder_.path() / "none.txt", others), "there is no such file");
        EXPECT_EQ(refusal(folder_.path(), others), "it is a folder");
    }
    EXPECT_EQ(refusal(pipe, OtherFiles::none), "it is no regular file");
    EXPECT_EQ(refusal(pipe, OtherFiles::streams),
              "it is a named pipe, which perhaps nobody ever writes; use a file or /dev/stdin");
    EXPECT_EQ(refusal("/proc/self/mem", OtherFiles::streams), "Input/output error");  // nothing is mapped at 0
}

TEST_F(TextFile, DevicesAreStreams) {
    EXPECT_EQ(read_text_file("/dev/null", "list", 10, OtherFiles::streams), "");
    EXPECT_EQ(refusal("/dev/null", OtherFiles::none), "it is no regular file");
}

}  // namespace
}  // namespace wavesim
