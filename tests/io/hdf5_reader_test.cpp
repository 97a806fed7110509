// SPDX-License-Identifier: MIT
#include "io/hdf5_reader.hpp"

#include <gtest/gtest.h>

#include "io/small_plan.hpp"

namespace wavesim {
namespace {

/// Datasets without values, such as traces without receivers, and of single bytes.
TEST(Hdf5Reader, ReadsDatasetsWithoutValuesAndOfSingleBytes) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "small.h5";
    Hdf5Writer file(path, path);
    file.create("/traces", {0, 3}, Precision::float64);
    file.integers("/counts", std::vector<std::int64_t>{7, 9});
    file.strings("/letters", {"a", "b"});
    file.close();

    const Hdf5Reader reader(path);

    EXPECT_EQ(reader.shape("/traces"), (std::vector<std::int64_t>{0, 3}));
    EXPECT_TRUE(reader.numbers("/traces", 10).empty());
    EXPECT_EQ(reader.numbers("/counts", 2), (std::vector<double>{7, 9}));
    EXPECT_EQ(reader.strings("/letters"), (std::vector<std::string>{"a", "b"}));
    EXPECT_THROW(reader.numbers("/counts", 1), EnvironmentError);
}

}  // namespace
}  // namespace wavesim
