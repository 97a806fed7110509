// SPDX-License-Identifier: MIT
// Energy per unit of work, by meters of the tests.
#include "stencils/measure/joules.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "stencils/measure/processor_energy.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

/// Three calls of work, of 5 units and 0.4 s each, at 250 W.
TEST(Joules, ArePerUnitOfWhatWasDoneBetweenTwoReadings) {
    double joules = 17, now = 0;
    int calls = 0;
    const auto read = [&] { return EnergyReading{joules, ""}; };
    const auto work = [&] {
        ++calls;
        now += 0.4;
        joules += 0.4 * 250;
        return WorkDone{5, 0.4};
    };
    EXPECT_DOUBLE_EQ(joules_per_unit(read, work, 1).value(), 250 * 0.4 / 5);
    EXPECT_EQ(calls, 3);
    EXPECT_DOUBLE_EQ(joules_per_unit(read, work, 0).value(), 20);  // once at least
    EXPECT_EQ(calls, 4);
}

TEST(Joules, AreUnknownWithoutAMeter) {
    int readings = 0;
    const auto work = [] { return WorkDone{1, 2}; };
    EXPECT_FALSE(joules_per_unit([] { return EnergyReading{{}, "no counter"}; }, work, 1).has_value());
    const auto fails_later = [&]() -> EnergyReading {
        if (++readings > 1) return {{}, "gone"};
        return {3.0, ""};
    };
    EXPECT_FALSE(joules_per_unit(fails_later, work, 1).has_value());
}

/// A folder with the files that the kernel shows of two packages and of the cores of the first one.
class ProcessorEnergyFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(folder_);
        add("intel-rapl:0", "package-0", "1000");
        add("intel-rapl:0:0", "core", "400");
        add("intel-rapl:1", "package-1", "5000000");
    }
    void TearDown() override { fs::remove_all(folder_); }
    void add(const std::string& zone, const std::string& name, const std::string& microjoules) {
        fs::create_directories(folder_ / zone);
        std::ofstream(folder_ / zone / "name") << name << '\n';
        std::ofstream(folder_ / zone / "max_energy_range_uj") << "6000000\n";
        set(zone, microjoules);
    }
    void set(const std::string& zone, const std::string& microjoules) {
        std::ofstream(folder_ / zone / "energy_uj") << microjoules << '\n';
    }
    fs::path folder_ = fs::temp_directory_path() / ("wavesim_powercap_" + std::to_string(getpid()));
};

TEST_F(ProcessorEnergyFiles, AddPackagesAndGoOnWhenCountersStartAgain) {
    ProcessorEnergy meter(folder_);
    EXPECT_DOUBLE_EQ(meter.read().joules.value(), 0);
    set("intel-rapl:0", "2001000");
    set("intel-rapl:0:0", "900000");
    EXPECT_DOUBLE_EQ(meter.read().joules.value(), 2);
    set("intel-rapl:1", "500000");  // 1 J to the end of its range, and 0.5 J from 0
    EXPECT_DOUBLE_EQ(meter.read().joules.value(), 3.5);
}

TEST_F(ProcessorEnergyFiles, SayWhyTheyCannotBeRead) {
    const std::string empty = (folder_ / "intel-rapl:0").string();
    EXPECT_EQ(ProcessorEnergy(empty).read().why_not, "the kernel shows no energy counters of processors in " + empty);
    EXPECT_EQ(ProcessorEnergy(folder_ / "absent").read().why_not,
              "the kernel shows no energy counters of processors in " + (folder_ / "absent").string());
    // As if it were not allowed, which the administrator always is.
    fs::remove(folder_ / "intel-rapl:1" / "energy_uj");
    EXPECT_EQ(ProcessorEnergy(folder_).read().why_not,
              "only the administrator may read the energy counters of the processors (" +
                  (folder_ / "intel-rapl:1" / "energy_uj").string() + ")");
}

TEST_F(ProcessorEnergyFiles, SayWhenTheyAreGone) {
    ProcessorEnergy meter(folder_);
    fs::remove(folder_ / "intel-rapl:0" / "energy_uj");
    EXPECT_FALSE(meter.read().joules.has_value());
}

}  // namespace
}  // namespace wavesim
