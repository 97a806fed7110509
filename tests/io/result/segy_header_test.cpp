// SPDX-License-Identifier: MIT
#include "io/result/segy_header.hpp"

#include <gtest/gtest.h>

namespace wavesim {
namespace {

int byte_at(const std::string& bytes, std::size_t first, std::size_t byte) {
    return static_cast<unsigned char>(bytes.at(byte - first));
}

std::int32_t field32(const std::string& bytes, std::size_t byte) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint32_t>(byte_at(bytes, 1, byte + i));
    return static_cast<std::int32_t>(value);
}

TEST(SegyHeader, ScalarIsTheFinestThatFits) {
    EXPECT_EQ(segy_scalar(5000), 10000);
    EXPECT_EQ(segy_scalar(214'748), 10000);
    EXPECT_EQ(segy_scalar(214'749), 1000);
    EXPECT_EQ(segy_scalar(1e9), 1);
}

TEST(SegyHeader, TextIsFortyLinesOfEbcdic) {
    const std::string text = segy_text_header({"Az 09[]^_{}~", "caf\xC3\xA9 \x01", std::string(100, 'x')});

    ASSERT_EQ(text.size(), 3200U);
    EXPECT_EQ(text.substr(0, 5), "\xC3\x40\xF1\x40\xC1");          // "C 1 A"
    EXPECT_EQ(text.substr(5, 4), "\xA9\x40\xF0\xF9");              // "z 09"
    EXPECT_EQ(text.substr(9, 7), "\xBA\xBB\xB0\x6D\xC0\xD0\xA1");  // "[]^_{}~"
    EXPECT_EQ(text.substr(80 + 7, 4), "\x6F\x6F\x40\x6F");         // what EBCDIC lacks is '?'
    EXPECT_EQ(text.substr(160 + 79, 2), "\xA7\xC3");               // a long line is cut
    EXPECT_EQ(text.substr(39 * 80, 3), "\xC3\xF4\xF0");            // "C40"
}

TEST(SegyHeader, BinaryHeaderNamesRevisionAndFormat) {
    const std::string bytes = segy_binary_header({.traces_per_shot = 300, .samples = 1000, .interval_us = 4000});

    ASSERT_EQ(bytes.size(), 400U);
    EXPECT_EQ(byte_at(bytes, 3201, 3213) * 256 + byte_at(bytes, 3201, 3214), 300);
    EXPECT_EQ(byte_at(bytes, 3201, 3217) * 256 + byte_at(bytes, 3201, 3218), 4000);
    EXPECT_EQ(byte_at(bytes, 3201, 3221) * 256 + byte_at(bytes, 3201, 3222), 1000);
    EXPECT_EQ(byte_at(bytes, 3201, 3226), 5);
    EXPECT_EQ(byte_at(bytes, 3201, 3501), 1);
    EXPECT_EQ(byte_at(bytes, 3201, 3502), 0);
    EXPECT_EQ(byte_at(bytes, 3201, 3504), 1);
}

TEST(SegyHeader, MoreTracesPerShotThanTheFieldHoldsAreLeftOpen) {
    const auto traces = [](std::int64_t count) {
        const std::string bytes = segy_binary_header({.traces_per_shot = count, .samples = 8, .interval_us = 4000});
        return byte_at(bytes, 3201, 3213) * 256 + byte_at(bytes, 3201, 3214);
    };
    EXPECT_EQ(traces(32767), 32767);
    EXPECT_EQ(traces(32768), 0);
    EXPECT_EQ(traces(65536 + 5), 0);
}

TEST(SegyHeader, TraceHeaderCarriesScaledCoordinates) {
    SegyTrace trace;
    trace.number = 70'000;
    trace.shot = 3;
    trace.receiver = 5;
    trace.source = {100.25, 200, 980};
    trace.group = {50, 200.125, 975.5};
    trace.offset_m = -50.4;
    trace.top_m = 1000;

    const std::string bytes = segy_trace_header({.samples = 8, .interval_us = 1000, .scalar = 1000}, trace);

    ASSERT_EQ(bytes.size(), 240U);
    EXPECT_EQ(field32(bytes, 1), 70'000);
    EXPECT_EQ(field32(bytes, 9), 3);
    EXPECT_EQ(field32(bytes, 13), 5);
    EXPECT_EQ(field32(bytes, 37), -50);
    EXPECT_EQ(field32(bytes, 41), 975'500);
    EXPECT_EQ(field32(bytes, 45), 1'000'000);
    EXPECT_EQ(field32(bytes, 49), 20'000);
    EXPECT_EQ(byte_at(bytes, 1, 71) * 256 + byte_at(bytes, 1, 72), 65536 - 1000);
    EXPECT_EQ(field32(bytes, 73), 100'250);
    EXPECT_EQ(field32(bytes, 77), 200'000);
    EXPECT_EQ(field32(bytes, 81), 50'000);
    EXPECT_EQ(field32(bytes, 85), 200'125);
    EXPECT_EQ(field32(bytes, 181), 75'125);            // half-way between both
    EXPECT_NEAR(field32(bytes, 185), 200'062.5, 0.5);  // rounded
}

TEST(SegyHeader, SamplesAreBigEndian) {
    std::string bytes = "x";

    append_segy_samples(bytes, {1.0F, -2.5F});

    EXPECT_EQ(bytes, std::string("x\x3F\x80\x00\x00\xC0\x20\x00\x00", 9));
}

TEST(SegyHeader, BinaryHeaderNumbersItsReelAndKeepsTheOldInterval) {
    const auto header = [](std::int64_t original_us) {
        return segy_binary_header(
            {.traces_per_shot = 7, .samples = 8, .interval_us = 4000, .original_interval_us = original_us});
    };
    const auto old_interval = [&](std::int64_t original_us) {
        const std::string bytes = header(original_us);
        return byte_at(bytes, 3201, 3219) * 256 + byte_at(bytes, 3201, 3220);
    };
    for (const std::size_t first : {3201U, 3205U, 3209U})  // job, line, reel: numbers of four bytes
        for (std::size_t byte = first; byte < first + 4; ++byte)
            EXPECT_EQ(byte_at(header(125), 3201, byte), byte == first + 3 ? 1 : 0) << byte;
    EXPECT_EQ(old_interval(125), 125);
    EXPECT_EQ(old_interval(32767), 32767);
    EXPECT_EQ(old_interval(40'000), 32767) << "the most that the field holds";
}

}  // namespace
}  // namespace wavesim
