// SPDX-License-Identifier: MIT
// Grids as NumPy and h5py write them.
#include "io/model/source.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "io/input_file.hpp"
#include "io/model/model_file.hpp"
#include "io/python_script.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PythonModel : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        folder_ = fs::path(testing::TempDir()) / ("python_model_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
        ASSERT_EQ(run_python("write_models.py", shell_quoted(folder_)), 0);
    }
    static void TearDownTestSuite() { fs::remove_all(folder_); }

    static ModelFileRequest request(const std::string& file, const std::string& dataset = "") {
        ModelFileRequest request;
        request.file = file;
        request.format = model_format_of(file).value();
        request.dataset = dataset;
        request.axes = {{2, false}, {1, false}, {0, false}};
        request.spacing_m = {1, 1, 1};
        return request;
    }
    static std::string refusal(const std::string& file, const std::string& dataset = "") {
        try {
            read_model(folder_, request(file, dataset), {3, 2, 1});
        } catch (const InputFileError& error) {
            return error.what();
        }
        return {};
    }
    static void expect_speeds(const ModelFileRequest& request) {
        SCOPED_TRACE(request.file + " " + request.dataset);
        const ModelGrid model = read_model(folder_, request, {3, 2, 1});
        ASSERT_EQ(model.extent, (Extent{4, 3, 2}));
        for (int z = 0; z < 2; ++z)
            for (int y = 0; y < 3; ++y)
                for (int x = 0; x < 4; ++x)
                    EXPECT_EQ(model.values[static_cast<std::size_t>(model.extent.index(x, y, z))],
                              static_cast<float>(1000 + x + 10 * y + 100 * z));
    }

    static inline fs::path folder_;
};

TEST_F(PythonModel, EveryFormIsReadAsItWasWritten) {
    for (const char* file : {"fortran.npy", "half.npy", "big_half.npy", "one.npz"}) expect_speeds(request(file));
    expect_speeds(request("two.npz", "speed"));
    for (const char* dataset : {"speed", "chunked", "scaled"}) expect_speeds(request("packed.h5", dataset));
}

/// Memory of this process, bytes.
double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

/// A chunk of 48 million values is read in pieces of 2^24 values at most: four slabs of these twelve.
TEST_F(PythonModel, ChunksAreHeldInPieces) {
    ASSERT_EQ(run_python("write_deep_model.py", shell_quoted(folder_)), 0);
    const double before = resident_bytes();
    const auto source = open_model(folder_ / "deep.h5", request("deep.h5", "values"));
    for (const std::int64_t z : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2}) {
        const std::vector<double> slab = source->slab(z);
        ASSERT_EQ(slab.size(), 4'000'000U);
        EXPECT_EQ(slab.front(), 10 + z);
        EXPECT_EQ(slab[2'000'000], 100 + z);
        EXPECT_EQ(slab.back(), 200 + z);
#ifndef WAVESIM_SANITIZED  // sanitizers keep what was freed
        if (z == 0) {
            EXPECT_LT(resident_bytes() - before, 8 * 48e6 - 100e6);
        }
#endif
    }
}

/// Eleven slabs of 12 values in chunks of four: up to four, three and one of them are held at a time.
TEST_F(PythonModel, ChunksAreReadInPartsThatFit) {
    for (const std::int64_t read_values : {60, 47, 11}) {
        const auto source = open_model(folder_ / "packed.h5", request("packed.h5", "deep"), read_values);
        ASSERT_EQ(source->shape(), (std::vector<std::int64_t>{11, 3, 4}));
        for (const std::int64_t z : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2, 10, 0}) {
            const std::vector<double> slab = source->slab(z);
            ASSERT_EQ(slab.size(), 12U);
            for (int i = 0; i < 12; ++i)
                EXPECT_EQ(slab[static_cast<std::size_t>(i)], static_cast<double>(1000 + i % 4 + 10 * (i / 4) + 100 * z))
                    << read_values << ": " << z;
        }
    }
}

TEST_F(PythonModel, FortranOrderNamesAxesAsNumpyDoes) {
    ModelFileRequest wanted = request("fortran.npy");
    wanted.shape = {2, 3, 4};
    expect_speeds(wanted);
    wanted.shape = {4, 3, 2};
    EXPECT_THROW(read_model(folder_, wanted, {3, 2, 1}), InputFileError);
    ModelFileRequest bounded = request("fortran.npy");
    bounded.bounds = {0, 1122.5, "such speed"};
    try {
        read_model(folder_, bounded, {3, 2, 1});
        FAIL();
    } catch (const InputFileError& error) {
        EXPECT_STREQ(error.what(), "value [1, 2, 3] of 'fortran.npy' is 1123, which is no such speed");
    }
}

TEST_F(PythonModel, SaysWhatIsNotRead) {
    EXPECT_EQ(refusal("two.npz"),
              "the file 'two.npz' holds several arrays (density and speed); give the key 'dataset'");
    EXPECT_EQ(refusal("two.npz", "vp"), "the file 'two.npz' has no array 'vp' (it holds density and speed)");
    EXPECT_THAT(refusal("none.npz"), HasSubstr("the file 'none.npz'"));
    EXPECT_EQ(refusal("aes.npz"), "the file 'aes.npz' is encrypted; write it without a password");
    EXPECT_EQ(refusal("pkware.npz"), "the file 'pkware.npz' is encrypted; write it without a password");
    EXPECT_THAT(refusal("packed.h5", "plugin"),
                HasSubstr("the dataset 'plugin' is compressed with filter 32000 (lzf), which is not known here; "
                          "`h5repack -f GZIP=4`"));
    EXPECT_THAT(refusal("packed.h5", "bomb"), HasSubstr("a dataset is larger than the file"));
}

TEST_F(PythonModel, DamagedArchivesAreRefused) {
    std::ifstream whole(folder_ / "one.npz", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        std::ofstream(folder_ / "damaged.npz", std::ios::binary) << damaged;
        try {  // what is not noticed is not read
            expect_speeds(request("damaged.npz"));
        } catch (const InputFileError&) {
        }
    }
    std::ofstream(folder_ / "cut.npz", std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    EXPECT_EQ(refusal("cut.npz"), "the file 'cut.npz' is not a file of numpy.savez");
}

TEST_F(PythonModel, FoldersOfDataAreReadAfterThatOfTheScene) {
    const fs::path scene = folder_ / "scene", data = folder_ / "data";
    fs::create_directories(scene);
    fs::create_directories(data / "deep");
    fs::create_symlink(folder_ / "half.npy", data / "deep/link.npy");
    fs::create_symlink(folder_ / "half.npy", scene / "link.npy");
    fs::copy_file(folder_ / "half.npy", data / "half.npy");
    fs::create_symlink("../half.npy", data / "deep/inside.npy");
    fs::create_symlink(data / "half.npy", scene / "to_data.npy");
    const auto read = [&](const std::string& file, const std::vector<fs::path>& folders) -> std::string {
        try {
            read_model({scene, folders}, request(file), {3, 2, 1});
        } catch (const InputFileError& error) {
            return error.what();
        }
        return {};
    };

    EXPECT_EQ(read("deep/inside.npy", {data}), "");
    EXPECT_EQ(read("to_data.npy", {data}), "");
    EXPECT_THAT(read("to_data.npy", {}), HasSubstr("leaves the scene's folder"));
    EXPECT_EQ(read("deep/link.npy", {data, folder_}), "");
    EXPECT_EQ(read("deep/link.npy", {scene, data}), "the link 'deep/link.npy' leaves the folder " + data.string() +
                                                        "; --data DIR names the folder that it leads to");
    EXPECT_EQ(read("deep/link.npy", {}), "there is no file 'deep/link.npy' in the scene's folder");
    EXPECT_EQ(read("no.npy", {data}), "there is no file 'no.npy' in the scene's folder or in " + data.string());
    EXPECT_EQ(read("link.npy", {data}),
              "the link 'link.npy' leaves the scene's folder; --data DIR names the folder that it leads to");
    EXPECT_THAT(read("../half.npy", {data}), HasSubstr("the path '../half.npy' leaves the scene's folder"));
    EXPECT_THAT(read((folder_ / "half.npy").string(), {data}),
                HasSubstr("(only paths below it are read); --data DIR names another folder to read from"));
}

}  // namespace
}  // namespace wavesim
