// SPDX-License-Identifier: MIT
#include "stencils/rtc/kernel_cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>
#include <xxhash.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/common/support_text.hpp"
#include "stencils/rtc/embedded_headers.hpp"
#include "stencils/rtc/kernel_file.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

const std::string small_source = "extern \"C\" __global__ void nothing() {}\n";

/// A cache of its own, removed at the end.
class KernelCache : public testing::Test {
  protected:
    KernelCache() : folder_(fs::path(testing::TempDir()) / ("kernel_cache_" + std::to_string(::getpid()))) {
        ::setenv("WAVESIM_CACHE", folder_.c_str(), 1);
    }
    ~KernelCache() override {
        ::unsetenv("WAVESIM_CACHE");
        fs::remove_all(folder_);
    }
    fs::path folder_;
};

/// XXH3 of what a kernel depends on, each on a line of its own.
std::string digest_of(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : "\n") + part;
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits;
}

/// A kernel of another compiler, other options or other headers has another file.
TEST_F(KernelCache, TheNameOfAFileCoversAllThatAKernelDependsOn) {
    ASSERT_EQ(nvrtc_why_not(), "");
    std::vector<std::string> parts{nvrtc_version()};
    const std::vector<std::string> options = nvrtc_options("sm_90");
    parts.insert(parts.end(), options.begin(), options.end());
    EXPECT_FALSE(options.empty());
    EXPECT_GT(embedded_headers().size(), 10U);
    for (const EmbeddedHeader& header : embedded_headers()) {
        parts.emplace_back(header.name);
        parts.emplace_back(header.text);
        EXPECT_GT(parts.back().size(), 100U) << header.name;
    }
    parts.push_back(small_source);

    cached_compile("nothing", small_source, "sm_90");

    EXPECT_TRUE(fs::exists(folder_ / ("nothing-sm_90-" + digest_of(parts) + ".cubin")));
}

/// What planning learns of the cache is what a run finds there.
TEST_F(KernelCache, TellsWhatARunNeedNotCompile) {
    ASSERT_EQ(nvrtc_why_not(), "");
    EXPECT_TRUE(cached_kernel_files().empty());
    Gpu gpu = test::some_gpu();
    gpu.compiler = nvrtc_version();
    const KernelText text{"nothing", small_source, gpu.architecture(), {1, 2}};
    cached_compile(text.name, text.source, text.architecture);
    EXPECT_EQ(compiler_memory({text}, gpu).peak, 2);
    gpu.cached_kernels = cached_kernel_files();
    EXPECT_EQ(gpu.cached_kernels.size(), 1U);
    EXPECT_EQ(compiler_memory({text}, gpu).peak, 0);
    EXPECT_TRUE(cached_compile(text.name, text.source, text.architecture).from_cache);
}

TEST_F(KernelCache, TheOldestFilesGoWhereItIsFull) {
    fs::create_directories(folder_);
    const auto now = fs::file_time_type::clock::now();
    for (const int number : {3, 1, 2, 4}) {  // 4 was used last
        const fs::path file = folder_ / std::to_string(number);
        std::ofstream(file) << std::string(static_cast<std::size_t>(100 * number), 'x');
        fs::last_write_time(file, now - std::chrono::hours(10 - number));
    }
    drop_oldest(folder_, 1000);
    EXPECT_TRUE(fs::exists(folder_ / "1"));
    drop_oldest(folder_, 900);
    EXPECT_FALSE(fs::exists(folder_ / "1"));
    EXPECT_TRUE(fs::exists(folder_ / "2"));
    drop_oldest(folder_, 450);
    EXPECT_FALSE(fs::exists(folder_ / "2"));
    EXPECT_FALSE(fs::exists(folder_ / "3"));
    EXPECT_TRUE(fs::exists(folder_ / "4"));
}

/// A kernel that is compiled is the newest file. With room for both the first stays; with room for one alone it goes.
TEST_F(KernelCache, CompilingKeepsToTheLimit) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const std::string longer = small_source + "extern \"C\" __global__ void more(int* a) { *a = 7; }\n";
    const auto files_of = [&](const std::string& name) {
        std::set<std::string> kinds;
        for (const auto& entry : fs::directory_iterator(folder_))
            if (entry.path().filename().string().starts_with(name + "-")) kinds.insert(entry.path().extension());
        return kinds;
    };
    const std::set<std::string> both{".cu", ".cubin"};
    const auto bytes = [&] {
        std::uintmax_t sum = 0;
        for (const auto& entry : fs::directory_iterator(folder_)) sum += entry.file_size();
        return sum;
    };
    const auto compile_both = [&](std::uintmax_t limit) {
        fs::remove_all(folder_);
        cached_compile("first", small_source, "sm_90", limit);
        for (const auto& entry : fs::directory_iterator(folder_))
            fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
        cached_compile("second", longer, "sm_90", limit);
    };
    compile_both(usual_cache_limit);
    EXPECT_EQ(files_of("first"), both);
    EXPECT_EQ(files_of("second"), both);
    const std::uintmax_t all = bytes();
    compile_both(all);
    EXPECT_EQ(files_of("first"), both);
    EXPECT_EQ(files_of("second"), both);
    compile_both(all - fs::file_size(folder_ / kernel_file("first", small_source, "sm_90", nvrtc_version())) -
                 small_source.size());
    EXPECT_TRUE(files_of("first").empty());
    EXPECT_EQ(files_of("second"), both);
}

TEST_F(KernelCache, CompilesOnceAndAgainWhereAFileIsDamaged) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const CachedKernel first = cached_compile("nothing", small_source, "sm_90");
    const CachedKernel second = cached_compile("nothing", small_source, "sm_90");
    for (const auto& entry : fs::directory_iterator(folder_))
        if (entry.path().extension() == ".cubin") std::ofstream(entry.path()) << "damaged";
    const CachedKernel third = cached_compile("nothing", small_source, "sm_90");

    EXPECT_FALSE(first.from_cache);
    EXPECT_TRUE(second.from_cache);
    EXPECT_EQ(second.cubin, first.cubin);
    EXPECT_FALSE(third.from_cache);
    EXPECT_EQ(third.cubin, first.cubin);
    EXPECT_FALSE(cached_compile("nothing", small_source + " ", "sm_90").from_cache);
    EXPECT_FALSE(cached_compile("nothing", small_source, "sm_80").from_cache);
}

}  // namespace
}  // namespace wavesim
