// SPDX-License-Identifier: MIT
// Grids of the speed of sound in files. Every file holds c(x, y, z) = 1000 + x + 10 y + 100 z for whole x, y, z, or a
// part of it, in another order.
#include "io/model/model_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <unistd.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

#include "io/hdf5_file.hpp"
#include "io/input_file.hpp"
#include "io/model/sample_type.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using Format = ModelFileRequest::Format;

float speed(int x, int y, int z) { return static_cast<float>(1000 + x + 10 * y + 100 * z); }

std::string number(float value, bool big_endian) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    std::string bytes;
    for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(bits >> 8U * (big_endian ? 3 - i : i) & 0xFFU);
    return bytes;
}

/// IBM float of a positive number: fraction in [1/16, 1) times a power of 16.
std::string ibm_number(float value) {
    int exponent = 0;
    double fraction = value;
    for (; fraction >= 1; ++exponent) fraction /= 16;
    const auto bits =
        static_cast<std::uint32_t>(64 + exponent) << 24U | static_cast<std::uint32_t>(fraction * 0x1000000);
    return number(std::bit_cast<float>(bits), true);
}

class ModelFile : public testing::Test {
  protected:
    ModelFile() : folder_(fs::path(testing::TempDir()) / ("model_file_" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
        request_.spacing_m = {1, 1, 1};
        request_.axes = {{2, false}, {1, false}, {0, false}};
        request_.file = "model.bin";
    }
    ~ModelFile() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& bytes) {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        request_.file = name;
    }
    ModelGrid read(const Point& size = {3, 2, 1}) { return read_model(folder_, request_, size); }
    std::string refusal(const Point& size = {3, 2, 1}) {
        try {
            read(size);
        } catch (const InputFileError& error) {
            return error.what();
        }
        return {};
    }
    /// The values at whole coordinates.
    static void expect_speeds(const ModelGrid& model) {
        for (std::int64_t z = 0; z < model.extent.nz; ++z)
            for (std::int64_t y = 0; y < model.extent.ny; ++y)
                for (std::int64_t x = 0; x < model.extent.nx; ++x)
                    EXPECT_EQ(model.values[static_cast<std::size_t>(model.extent.index(x, y, z))],
                              speed(static_cast<int>(std::lround(model.first_m.x + static_cast<double>(x))),
                                    static_cast<int>(std::lround(model.first_m.y + static_cast<double>(y))),
                                    static_cast<int>(std::lround(model.first_m.z + static_cast<double>(z)))));
    }
    /// 2 x 3 x 4 values along z, y, x.
    static std::string in_order(const std::function<std::string(float)>& text) {
        std::string bytes;
        for (int z = 0; z < 2; ++z)
            for (int y = 0; y < 3; ++y)
                for (int x = 0; x < 4; ++x) bytes += text(speed(x, y, z));
        return bytes;
    }
    /// The same as the dataset /speed of model.h5, which the request then names.
    void write_hdf5() {
        std::vector<double> values;
        for (int z = 0; z < 2; ++z)
            for (int y = 0; y < 3; ++y)
                for (int x = 0; x < 4; ++x) values.push_back(static_cast<double>(speed(x, y, z)));
        Hdf5Writer file(folder_ / "model.h5", "model.h5");
        file.numbers("/speed", values, {2, 3, 4}, Precision::float32);
        file.close();
        request_.file = "model.h5";
        request_.format = Format::hdf5;
        request_.dataset = "speed";
    }

    fs::path folder_;
    ModelFileRequest request_;
};

TEST_F(ModelFile, RawOfBothByteOrders) {
    for (const bool big_endian : {false, true}) {
        write("model.bin", in_order([&](float v) { return number(v, big_endian); }));
        request_.shape = {2, 3, 4};
        request_.type.big_endian = big_endian;
        const ModelGrid model = read();
        EXPECT_EQ(model.extent, (Extent{4, 3, 2}));
        EXPECT_EQ(model.least, 1000);
        EXPECT_EQ(model.most, 1123);
        expect_speeds(model);
    }
}

TEST_F(ModelFile, AxesInAnyOrderAndDirection) {
    std::string bytes;
    for (int x = 3; x >= 0; --x)
        for (int z = 1; z >= 0; --z)
            for (int y = 0; y < 3; ++y) bytes += number(speed(x, y, z) / 1000, false);
    write("model.bin", bytes);
    request_.shape = {4, 2, 3};
    request_.axes = {{0, true}, {2, true}, {1, false}};
    request_.origin_m = {3, 0, 1};
    request_.unit = 1000;
    const ModelGrid model = read();
    EXPECT_EQ(model.extent, (Extent{4, 3, 2}));
    for (std::int64_t z = 0; z < 2; ++z)
        for (std::int64_t y = 0; y < 3; ++y)
            for (std::int64_t x = 0; x < 4; ++x)
                EXPECT_NEAR(model.values[static_cast<std::size_t>(model.extent.index(x, y, z))],
                            speed(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)), 1e-3);
}

TEST_F(ModelFile, KeepsWhatTheDomainNeeds) {
    std::string bytes;
    for (int z = -3; z < 9; ++z)
        for (int x = -2; x < 10; ++x) bytes += number(speed(x, 0, z), false);
    write("model.bin", bytes);
    request_.shape = {12, 12};
    request_.axes = {{2, false}, {0, false}};
    request_.origin_m = {-2, 0, -3};
    ModelGrid model = read({3, 0, 4.5});
    EXPECT_EQ(model.extent, (Extent{4, 1, 6}));
    EXPECT_EQ(model.first_m, (Point{0, 0, 0}));
    expect_speeds(model);

    bytes.clear();
    for (int z = 8; z >= -3; --z)
        for (int x = -2; x < 10; ++x) bytes += number(speed(x, 0, z), false);
    write("model.bin", bytes);
    request_.axes = {{2, true}, {0, false}};
    request_.origin_m = {-2, 0, 8};
    model = read({3, 0, 4.5});
    EXPECT_EQ(model.extent, (Extent{4, 1, 6}));
    expect_speeds(model);
}

TEST_F(ModelFile, Npy) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4), }";
    header.resize(117, ' ');
    header += '\n';
    const std::string start = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0';
    const std::string values = in_order([](float v) { return number(v, false); });
    write("model.npy", start + header + values);
    request_.format = Format::npy;
    expect_speeds(read());
    EXPECT_EQ(read().extent, (Extent{4, 3, 2}));

    write("model.npy", start + header + values.substr(4));
    EXPECT_EQ(refusal(),
              "the file 'model.npy' has 220 bytes, but 2 x 3 x 4 values of 4 bytes and a header of 128 make 224");
    header.replace(header.find("<f4"), 3, "<c8");
    write("model.npy", start + header + values);
    EXPECT_THAT(refusal(), testing::HasSubstr("has the type '<c8'"));
    write("model.npy", "PK and more than that");
    EXPECT_EQ(refusal(), "the file 'model.npy' is not an array of numpy.save");
}

std::string segy(int format, int samples, const std::string& traces) {
    std::string bytes(3600, '\0');
    bytes[3221] = static_cast<char>(samples);
    bytes[3225] = static_cast<char>(format);
    return bytes + traces;
}

TEST_F(ModelFile, SegyOfBothFloatFormats) {
    for (const bool ibm : {false, true}) {
        std::string traces;
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 3; ++y) {
                traces += std::string(240, '\x7F');
                for (int z = 1; z >= 0; --z) traces += ibm ? ibm_number(speed(x, y, z)) : number(speed(x, y, z), true);
            }
        write("model.sgy", segy(ibm ? 1 : 5, 2, traces));
        request_.format = Format::segy;
        request_.shape = {4, 3, 2};
        request_.axes = {{0, false}, {1, false}, {2, true}};
        request_.origin_m = {0, 0, 1};
        const ModelGrid model = read();
        EXPECT_EQ(model.extent, (Extent{4, 3, 2}));
        expect_speeds(model);

        request_.shape = {4, 2, 2};
        EXPECT_EQ(refusal(), "the file 'model.sgy' has 12 traces of 2 samples, which are not 4 x 2 x 2");
        request_.shape.clear();
        EXPECT_EQ(refusal(), "the grid of 'model.sgy' has the shape [12, 2] (3 axes are named)");
        write("model.sgy", segy(5, 2, traces + '\0'));
        EXPECT_THAT(refusal(),
                    testing::HasSubstr(
                        "ends within trace 13: its header states 2 samples, 248 bytes per trace; is it cut off?"));
        write("model.sgy", segy(17, 2, traces));
        EXPECT_THAT(refusal(), testing::HasSubstr("no SEG-Y file of a sample format known here (it says 17;"));
        write("model.sgy", "short");
        EXPECT_EQ(refusal(), "the file 'model.sgy' is too short");
    }
}

TEST_F(ModelFile, Hdf5) {
    write_hdf5();
    expect_speeds(read());
    EXPECT_EQ(read().extent, (Extent{4, 3, 2}));
    request_.dataset = "/velocity";
    EXPECT_EQ(refusal(), "the file 'model.h5' has no dataset '/velocity'");
    write("model.h5", "text");
    EXPECT_EQ(refusal(), "the file 'model.h5' cannot be read: it is not a complete HDF5 file");
}

/// A file of somebody's own: only the dataset asked for must be readable.
TEST_F(ModelFile, Hdf5BesideDatasetsThatAreNotRead) {
    write_hdf5();
    const std::vector<double> values(24, 1.0);
    {
        const Hdf5Id file(H5Fopen((folder_ / "model.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
        const hsize_t shape[] = {24};
        const Hdf5Id space(H5Screate_simple(1, shape, nullptr), H5Sclose);
        const Hdf5Id creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        H5Pset_chunk(creation.get(), 1, shape);
        H5Pset_deflate(creation.get(), 6);
        const Hdf5Id packed(
            H5Dcreate2(file.get(), "packed", H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
            H5Dclose);
        H5Dwrite(packed.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        const Hdf5Id group(H5Gcreate2(file.get(), "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
        H5Lcreate_soft("/speed", file.get(), "soft", H5P_DEFAULT, H5P_DEFAULT);
    }
    expect_speeds(read());
    request_.dataset = "packed";
    EXPECT_THAT(refusal(), ::testing::HasSubstr("has the shape [24] (3 axes are named)"));
    request_.dataset = "group";
    EXPECT_THAT(refusal(), ::testing::HasSubstr("'group' is no dataset"));
    request_.dataset = "soft";
    EXPECT_THAT(refusal(), ::testing::HasSubstr("it has a soft or external link"));
    request_.dataset = "sped";
    EXPECT_EQ(refusal(), "the file 'model.h5' has no dataset '/sped'");
}

/// 4 x 2 x 3 values along x (downwards), z and y, 2 m, 1.5 m and 3 m apart from (7, -1.5, 0.5) m on, in km/s.
TEST_F(ModelFile, EveryFormatTakesOrderOriginSpacingAndUnit) {
    const auto value = [](int i, int j, int k) { return 1 + 0.125F * static_cast<float>(6 * i + 3 * j + k); };
    std::string native;
    std::string traces;
    std::vector<double> numbers;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) {
            traces += std::string(240, '\0');
            for (int k = 0; k < 3; ++k) {
                native += number(value(i, j, k), false);
                traces += number(value(i, j, k), true);
                numbers.push_back(static_cast<double>(value(i, j, k)));
            }
        }
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 2, 3), }";
    header.resize(117, ' ');
    header += '\n';
    for (const Format format : {Format::raw, Format::npy, Format::segy, Format::hdf5}) {
        request_.format = format;
        request_.shape = {4, 2, 3};
        if (format == Format::raw) write("model.bin", native);
        if (format == Format::npy)
            write("model.npy",
                  std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + native);
        if (format == Format::segy) write("model.sgy", segy(5, 3, traces));
        if (format == Format::hdf5) {
            Hdf5Writer file(folder_ / "model.h5", "model.h5");
            file.numbers("/speed", numbers, {4, 2, 3}, Precision::float32);
            file.close();
            request_.file = "model.h5";
            request_.dataset = "/speed";
        }
        request_.axes = {{0, true}, {2, false}, {1, false}};
        request_.spacing_m = {2, 3, 1.5};
        request_.origin_m = {7, -1.5, 0.5};
        request_.unit = 1000;
        SCOPED_TRACE(request_.file);

        const ModelGrid model = read({8, 6, 2.5});

        EXPECT_EQ(model.extent, (Extent{4, 3, 2}));
        EXPECT_EQ(model.first_m, (Point{1, -1.5, 0.5}));
        EXPECT_EQ(model.spacing_m, (Point{2, 3, 1.5}));
        for (int z = 0; z < 2; ++z)
            for (int y = 0; y < 3; ++y)
                for (int x = 0; x < 4; ++x)
                    EXPECT_EQ(model.values[static_cast<std::size_t>(model.extent.index(x, y, z))],
                              1000 * value(3 - x, z, y));
        // Half of the way from 3 to 5 m, from 1.5 to 4.5 m and from 0.5 to 2 m: the mean of the eight values around.
        EXPECT_FLOAT_EQ(resample(model, Resampling::linear, {1, 1, 1}, {4, 3, 1.25}, 1)[0], 1000 * (1 + 0.125F * 12));
        EXPECT_EQ(resample(model, Resampling::nearest, {1, 1, 1}, {4.9, 4.4, 0.6}, 1)[0], 1000 * value(1, 0, 2));
    }
}

TEST_F(ModelFile, RefusesValuesThatAreNoSpeeds) {
    request_.shape = {2, 3, 4};
    const auto with = [&](float third) {
        std::string bytes = in_order([](float v) { return number(v, false); });
        return bytes.replace(4 * (12 + 4 + 2), 4, number(third, false));
    };
    write("model.bin", with(-1500));
    EXPECT_EQ(refusal(),
              "value [1, 1, 2] of 'model.bin' is -1500, which is no speed or density (a number above 0 is needed)");
    write("model.bin", with(std::numeric_limits<float>::quiet_NaN()));
    EXPECT_THAT(refusal(), testing::StartsWith("value [1, 1, 2] of 'model.bin' is nan"));
    write("model.bin", with(std::numeric_limits<float>::infinity()));
    EXPECT_THAT(refusal(), testing::StartsWith("value [1, 1, 2] of 'model.bin' is inf"));
    write("model.bin", with(0));
    EXPECT_THAT(refusal(), testing::StartsWith("value [1, 1, 2] of 'model.bin' is 0"));
}

TEST_F(ModelFile, RefusesWhatDoesNotFit) {
    write("model.bin", in_order([](float v) { return number(v, false); }));
    request_.shape = {2, 3, 5};
    EXPECT_EQ(refusal(), "the file 'model.bin' has 96 bytes, but 2 x 3 x 5 values of 4 bytes make 120");
    request_.shape = {2, 3, 4};
    EXPECT_EQ(refusal({3.5, 2, 1}), "");
    EXPECT_EQ(refusal({3.6, 2, 1}),
              "the grid of 'model.bin' does not cover the domain: along x it reaches from -0.5 m to 3.5 m, the domain "
              "from 0 m to 3.6 m");
    request_.origin_m.z = 0.6;
    EXPECT_THAT(refusal(), testing::HasSubstr("along z it reaches from 0.1 m"));
    request_.file = "absent.bin";
    EXPECT_EQ(refusal(), "there is no file 'absent.bin' in the scene's folder");
}

TEST(SampleType, Numbers) {
    const unsigned char ibm[] = {0xC2, 0x76, 0xA0, 0x00};  // -118.625, the example of the format's description
    EXPECT_EQ(decode_sample({SampleType::Kind::ibm, 4, true}, ibm), -118.625);
    const unsigned char minus_two[] = {0xFE, 0xFF};
    EXPECT_EQ(decode_sample(sample_type("int16", false).value(), minus_two), -2);
    EXPECT_EQ(decode_sample(sample_type("uint16", false).value(), minus_two), 65534);
    EXPECT_EQ(decode_sample(sample_type("int16", true).value(), minus_two), -257);
    const unsigned char largest_half[] = {0xFF, 0x7B}, least_half[] = {0x01, 0x80}, third[] = {0x55, 0x35};
    const SampleType half = sample_type("float16", false).value();
    EXPECT_EQ(decode_sample(half, largest_half), 65504);
    EXPECT_EQ(decode_sample(half, least_half), -std::ldexp(1, -24));
    EXPECT_EQ(decode_sample(half, third), 0.333251953125);
    EXPECT_FALSE(sample_type("float80", false));
}

}  // namespace
}  // namespace wavesim
