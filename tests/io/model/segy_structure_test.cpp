// SPDX-License-Identifier: MIT
// SEG-Y files of other programs: sample formats and byte orders, and headers that contradict the file.
#include "io/model/segy_structure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "io/input_file.hpp"
#include "io/model/model_file.hpp"
#include "io/python_script.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

class SegyFiles : public testing::Test {
  protected:
    SegyFiles() : folder_(fs::path(testing::TempDir()) / ("segy_" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
    }
    ~SegyFiles() override { fs::remove_all(folder_); }

    /// Big-endian number of `width` bytes at a byte counted from 1.
    static void put(std::string& bytes, std::size_t byte, std::int64_t value, int width = 2) {
        for (int i = 0; i < width; ++i)
            bytes.at(byte - 1 + static_cast<std::size_t>(i)) = static_cast<char>(value >> 8 * (width - 1 - i));
    }
    /// Headers of a file whose traces have so many samples of format 5.
    static std::string headers(std::int64_t samples, std::int64_t format = 5) {
        std::string bytes(3600, '\0');
        put(bytes, 3221, samples);
        put(bytes, 3225, format);
        return bytes;
    }
    static std::string traces(int count, int samples, int own_count = 0, int headers_of_each = 1) {
        std::string trace(static_cast<std::size_t>(240 * headers_of_each + 4 * samples), '\0');
        put(trace, 115, own_count);
        std::string all;
        for (int i = 0; i < count; ++i) all += trace;
        return all;
    }
    SegyStructure structure(const std::string& bytes, const SegyHints& hints = {}) {
        std::ofstream(folder_ / "a.sgy", std::ios::binary) << bytes;
        return segy_structure(*open_file(folder_ / "a.sgy", "a.sgy"), "a.sgy", hints);
    }
    std::string refusal(const std::string& bytes, const SegyHints& hints = {}) {
        try {
            structure(bytes, hints);
        } catch (const InputFileError& error) {
            return error.what();
        }
        return "read";
    }
    fs::path folder_;
};

TEST_F(SegyFiles, EverySampleFormatInBothByteOrders) {
    ASSERT_EQ(run_python("write_segy_formats.py", shell_quoted(folder_)), 0);
    const std::pair<int, int> formats[] = {{1, 30000},  {2, 30000},  {3, 100},   {5, 30000},  {6, 30000},
                                           {7, 30000},  {8, 1},      {9, 30000}, {10, 30000}, {11, 100},
                                           {12, 30000}, {15, 30000}, {16, 1}};
    for (const auto& [format, scale] : formats)
        for (const char* order : {"big", "little"}) {
            ModelFileRequest request;
            request.file = std::to_string(format) + '-' + order + ".sgy";
            request.format = ModelFileRequest::Format::segy;
            request.axes = {{0, false}, {2, false}};
            request.spacing_m = {1, 0, 1};
            SCOPED_TRACE(request.file);

            const ModelGrid model = read_model(folder_, request, {1, 0, 2});

            ASSERT_EQ(model.extent, (Extent{2, 1, 3}));
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 3; ++j)
                    EXPECT_EQ(model.values[static_cast<std::size_t>(model.extent.index(i, 0, j))],
                              static_cast<float>(scale * (100 + 10 * i + j) + 1));
        }
}

TEST_F(SegyFiles, CountsThatContradictTheHeaderAreAcceptedWhereTheyFitTheSize) {
    const SegyStructure by_header = structure(headers(6) + traces(4, 6, 15));
    EXPECT_EQ(by_header.samples, 6);
    EXPECT_EQ(by_header.traces, 4);
    EXPECT_THAT(by_header.doubts,
                testing::ElementsAre("the header of 'a.sgy' says 6 samples per trace, its traces say 15: 6 are taken, "
                                     "which fit the size of the file"));
    const SegyStructure by_trace = structure(headers(6) + traces(5, 17, 17));
    EXPECT_EQ(by_trace.samples, 17);
    EXPECT_EQ(by_trace.traces, 5);
    EXPECT_THAT(by_trace.doubts, testing::ElementsAre(testing::HasSubstr("17 are taken")));
    EXPECT_EQ(structure(headers(0) + traces(3, 8, 8)).samples, 8);
    EXPECT_EQ(structure(headers(6) + traces(5, 17), {.samples = 17}).traces, 5);
    EXPECT_TRUE(structure(headers(9) + traces(2, 9, 9)).doubts.empty());

    EXPECT_EQ(refusal(headers(6) + traces(5, 17, 18)),
              "the file 'a.sgy' ends within trace 6: its header states 6 samples, 264 bytes per trace; is it cut off?");
    EXPECT_EQ(refusal(headers(6) + traces(5, 6), {.samples = 7}),
              "the file 'a.sgy' ends within trace 5: segy.samples is 7 samples, 268 bytes per trace; is it cut off?");
}

TEST_F(SegyFiles, SecondRevision) {
    std::string bytes = headers(6);
    bytes[3500] = 2;
    put(bytes, 3507, 2);          // further headers of each trace
    put(bytes, 3269, 70'000, 4);  // samples
    put(bytes, 3521, 3700, 8);    // first trace
    put(bytes, 3529, 1, 4);       // trailer
    bytes.resize(3700, '\0');

    const SegyStructure file = structure(bytes + traces(2, 70'000, 0, 3) + std::string(3200, '\0'));

    EXPECT_EQ(file.first, 3700);
    EXPECT_EQ(file.lead, 720);
    EXPECT_EQ(file.samples, 70'000);
    EXPECT_EQ(file.traces, 2);
}

TEST_F(SegyFiles, RubbishWhereTheFirstRevisionsHaveNothing) {
    std::string bytes = headers(6);
    put(bytes, 3507, 4711);
    put(bytes, 3269, 4711, 4);
    put(bytes, 3521, 4711, 8);
    EXPECT_EQ(structure(bytes + traces(3, 6)).traces, 3);
}

TEST_F(SegyFiles, TextHeadersUpToTheOneThatEndsThem) {
    std::string bytes = headers(6);
    put(bytes, 3505, -1);
    std::string stanza(3200, ' ');
    const std::string open = bytes + stanza + stanza;
    stanza.replace(0, 20, "((  SEG: endTEXT  ))");
    EXPECT_EQ(structure(bytes + std::string(3200, ' ') + stanza + traces(3, 6)).first, 3600 + 2 * 3200);
    const std::string ebcdic = "\x4D\x4D\xE2\xC5\xC7\x7A\xC5\x95\x84\xE3\x85\xA7\xA3\x5D\x5D";
    std::string in_ebcdic(3200, '\x40');
    in_ebcdic.replace(0, ebcdic.size(), ebcdic);
    EXPECT_EQ(structure(bytes + in_ebcdic + traces(3, 6)).first, 3600 + 3200);
    EXPECT_THAT(refusal(open + traces(3, 6)), testing::HasSubstr("none of them ends the list"));
}

TEST_F(SegyFiles, WhatCannotBeRead) {
    EXPECT_EQ(refusal(headers(6, 13) + traces(1, 6)),
              "the file 'a.sgy' is no SEG-Y file of a sample format known here (it says 13; known are 1 to 12, 15 and "
              "16)");
    std::string pairs = headers(6);
    put(pairs, 3297, 0x02010403, 4);
    EXPECT_THAT(refusal(pairs + traces(1, 6)), testing::HasSubstr("swapped in pairs"));
    EXPECT_THAT(refusal(headers(6)), testing::HasSubstr("too short: it holds no trace"));
    EXPECT_EQ(structure(headers(6, 4) + traces(3, 6)).traces, 3);  // points do not need the samples
    ModelFileRequest request;
    request.file = "a.sgy";
    request.format = ModelFileRequest::Format::segy;
    request.axes = {{0, false}, {2, false}};
    try {
        read_model(folder_, request, {1, 0, 2});
        FAIL();
    } catch (const InputFileError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("fixed-point numbers with gain (format 4)"));
    }
}

}  // namespace
}  // namespace wavesim
