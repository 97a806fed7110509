// SPDX-License-Identifier: MIT
#include "io/hdf5_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "io/small_plan.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

std::vector<std::int64_t> closed;  // by the objects of a test, in order
int note(std::int64_t id) {
    closed.push_back(id);
    return id == 13 ? -1 : 0;
}

TEST(Hdf5Id, ClosesWhatItHeldOnce) {
    closed.clear();
    {
        Hdf5Id one(1, note), two(2, note);
        Hdf5Id none;
        one = std::move(two);
        EXPECT_EQ(closed, (std::vector<std::int64_t>{1})) << "it holds another one now";
        EXPECT_EQ(one.get(), 2);
        none = Hdf5Id(3, note);
        Hdf5Id moved(std::move(none));
        EXPECT_EQ(moved.get(), 3);
        EXPECT_TRUE(moved.reset());
        EXPECT_TRUE(moved.reset()) << "there is nothing to close";
        EXPECT_EQ(closed, (std::vector<std::int64_t>{1, 3}));
        Hdf5Id unlucky(13, note);
        EXPECT_FALSE(unlucky.reset());
    }
    EXPECT_EQ(closed, (std::vector<std::int64_t>{1, 3, 13, 2}));
}

/// What failed before in this thread is no reason: HDF5 itself refuses a second dataset of one name.
TEST(Hdf5Writer, NamesNoReasonOfEarlierFailures) {
    const TemporaryFolder folder;
    Hdf5Writer writer(folder.path() / "part.h5", "result.h5");
    writer.create("/a", {3}, Precision::float32);
    errno = ENOSPC;
    try {
        writer.create("/a", {2}, Precision::float32);
        FAIL() << "there are two of one name";
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(std::string(error.what()), "cannot write result.h5: Input/output error");
    }
}

}  // namespace
}  // namespace wavesim
