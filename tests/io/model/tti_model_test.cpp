// SPDX-License-Identifier: MIT
// Densities and Thomsen's parameters from files: from the text of a scene to what the backend gets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "io/hdf5_file.hpp"
#include "io/scene/reader.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// 20 x 12 cells of 1 m, x and z, with layers of 10 cells.
class ModelScene : public testing::Test {
  protected:
    static constexpr std::int64_t nx = 20, nz = 12, layer = 10;

    ModelScene() : folder_(fs::path(testing::TempDir()) / ("tti_model_" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
    }
    ~ModelScene() override { fs::remove_all(folder_); }

    /// A raw file of nz rows of nx values.
    template <class Value>
    void write_raw(const std::string& name, const Value& value) {
        std::ofstream file(folder_ / name, std::ios::binary);
        for (std::int64_t z = 0; z < nz; ++z)
            for (std::int64_t x = 0; x < nx; ++x) {
                const auto number = static_cast<float>(value(x, z));
                file.write(reinterpret_cast<const char*>(&number), sizeof(number));
            }
    }
    static std::string grid(const std::string& file, const std::string& units) {
        return "{file: " + file +
               ", shape: [12, 20], axes: [z, x], spacing: [1, 1], origin: [0.5, 0.5], units: " + units + "}";
    }
    LoadedScene load(const std::string& keys) const {
        return parse_scene(
            "wavesim: 1\ndomain: {size: [20, 12]}\ngrid: {spacing: 1}\ntime: {duration: 0.02}\n"
            "boundaries: {default: {absorbing: {cells: 10}}}\n"
            "sources: [{position: [10, 6], signal: {kind: ricker, peak_frequency: 100}}]\n"
            "receivers: [{position: [14, 8]}]\n" +
                keys,
            folder_ / "scene.yaml", {});
    }
    /// Node of the plan's grid.
    static std::size_t at(const Plan& plan, std::int64_t x, std::int64_t z) {
        return static_cast<std::size_t>(plan.grid().index(x + layer, 0, z + layer));
    }
    fs::path folder_;
};

TEST_F(ModelScene, ParametersFromFilesReachEveryNode) {
    write_raw("epsilon.raw", [](auto x, auto z) { return 20 + static_cast<double>(x + z) / 10; });  // per cent
    write_raw("theta.raw", [](auto x, auto) { return 0.01 * static_cast<double>(x); });             // radians
    Hdf5Writer file(folder_ / "delta.h5", folder_ / "delta.h5");
    file.create("/delta", {nx, nz}, Precision::float32);
    std::vector<double> values;
    for (std::int64_t i = 0; i < nx * nz; ++i) values.push_back(-0.1 + 0.001 * static_cast<double>(i / nz));
    file.write_block("/delta", {0, 0}, {nx, nz}, values);
    file.close();

    const LoadedScene loaded = load(
        "tti: {absorber: sponge, boxes: [{box: {from: [0, 0], to: [3, 3]}, epsilon: 0.5, delta: 0.25}],\n"
        "  model: {epsilon: " +
        grid("epsilon.raw", "'%'") + ", theta: " + grid("theta.raw", "radians") +
        ",\n  delta: {file: delta.h5, dataset: /delta, axes: [x, z], spacing: [1, 1], origin: [0.5, 0.5], "
        "units: '1'}}}\n");
    const Plan plan = test::plan_of(loaded.scene);
    const TiltedMedium& tti = std::get<TtiProblem>(plan.problem).tti;

    ASSERT_EQ(plan.grid(), (Extent{nx + 2 * layer, 1, nz + 2 * layer}));
    // Away from the source at (10, 6), around which the medium is elliptical.
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 19, 11)], 0.23F);
    EXPECT_NEAR(tti.axis[0][at(plan, 19, 2)], std::sin(0.19), 1e-6);
    EXPECT_NEAR(tti.axis[2][at(plan, 19, 2)], std::cos(0.19), 1e-6);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 2, 2)], 0.5F);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 3, 3)], 0.206F);
    // Layers go on as at the side; a corner is 29 cells from the source.
    EXPECT_FLOAT_EQ(tti.delta[at(plan, 25, 18)], -0.1F + 0.019F);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 25, 18)], 0.23F);
    // The largest epsilon limits the time step, here that of the box.
    EXPECT_NEAR(plan.decision.courant_limit, tti_courant_limit(2, 0.5), 1e-12);
    EXPECT_EQ(parse_scene(loaded.scene.canonical, folder_ / "again.yaml", {}).scene.hash, loaded.scene.hash);
}

TEST_F(ModelScene, LayersTtiAreTiltedBesideTti) {
    const std::string medium = "medium: {model: layers-tti}\n";
    const LoadedScene loaded = load(medium + "tti: {}\n");
    const Plan plan = test::plan_of(loaded.scene);
    const TiltedMedium& tti = std::get<TtiProblem>(plan.problem).tti;

    EXPECT_DOUBLE_EQ(plan.decision.slowest_m_s, 1500);
    EXPECT_DOUBLE_EQ(plan.decision.fastest_m_s, 3500);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 1, 0)], 0.6F);
    EXPECT_FLOAT_EQ(tti.delta[at(plan, 29, -9)], 0.4F);  // far from the source
    EXPECT_NEAR(tti.axis[0][at(plan, 1, 0)], std::sin(1.0), 1e-6);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 1, 3)], 0.6F);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 1, 4)], 0.3F);
    EXPECT_NEAR(tti.axis[0][at(plan, 1, 4)], std::sin(0.5), 1e-6);
    EXPECT_FLOAT_EQ(tti.epsilon[at(plan, 1, 8)], 0.0F);
    EXPECT_EQ(parse_scene(loaded.scene.canonical, folder_ / "again.yaml", {}).scene.hash, loaded.scene.hash);

    EXPECT_FALSE(test::plan_of(load(medium).scene).scene.tti.has_value());
    const Plan even = test::plan_of(load(medium + "tti: {epsilon: 0.2}\n").scene);
    EXPECT_FLOAT_EQ(std::get<TtiProblem>(even.problem).tti.epsilon[at(plan, 1, 0)], 0.2F);
}

TEST_F(ModelScene, DeltaAboveEpsilonIsCountedCellByCell) {
    write_raw("epsilon.raw", [](auto x, auto z) { return x >= 17 && z == 9 ? 0.05 : 0.2; });
    const std::string keys = "tti: {delta: 0.1, model: {epsilon: " + grid("epsilon.raw", "'1'") + "}";
    try {
        test::plan_of(load(keys + "}\n").scene);
        FAIL();
    } catch (const SceneError& error) {
        ASSERT_EQ(error.faults().size(), 1U);
        EXPECT_EQ(error.faults()[0].key, "tti.model");
        EXPECT_EQ(error.faults()[0].message,
                  "delta 0.1 is above epsilon 0.05 in 3 cells, the first at (17.5, 9.5) m: the field would grow "
                  "without bound");
    }
    const Plan plan = test::plan_of(load(keys + ", clamp: true, absorber: sponge}\n").scene);
    EXPECT_THAT(plan.report.warnings,
                testing::Contains(HasSubstr("delta was above epsilon in 3 cells of tti.model and is epsilon there")));
    EXPECT_FLOAT_EQ(std::get<TtiProblem>(plan.problem).tti.delta[at(plan, 18, 9)], 0.05F);
}

TEST_F(ModelScene, TiltsThatVaryAreNotForK73) {
    write_raw("theta.raw", [](auto x, auto) { return x; });
    const std::string tti = "tti: {form: k73, epsilon: 0.2, model: {theta: " + grid("theta.raw", "degrees") + "}";

    EXPECT_THROW(test::plan_of(load(tti + "}\n").scene), SceneError);
    const Plan plan = test::plan_of(load(tti + ", growth: accepted}\n").scene);
    EXPECT_THAT(plan.report.warnings, testing::Contains(HasSubstr("not stable where the tilt varies")));
}

TEST_F(ModelScene, DensitiesFromFilesEqualThoseOfLayers) {
    write_raw("speed.raw", [](auto, auto z) { return z < 5 ? 1.5 : 2.0; });  // km/s
    write_raw("density.raw", [](auto, auto z) { return z < 5 ? 1.0 : 2.25; });
    std::string model = grid("speed.raw", "km/s"), density = grid("density.raw", "g/cm3");
    const std::string steps = ", resample: nearest";  // else the file is read as one without jumps
    density.insert(density.size() - 1, steps);
    model.insert(model.size() - 1, steps + ", density: " + density);
    const Plan file = test::plan_of(load("medium: {model: " + model + "}\n").scene);
    const Plan layers = test::plan_of(
        load("medium: {layers: {interfaces: [5], sound_speeds: [1500, 2000], densities: [1000, 2250]}}\n").scene);

    EXPECT_EQ(std::get<DensityProblem>(file.problem).kind().half_order,
              std::get<DensityProblem>(layers.problem).kind().half_order);
    EXPECT_EQ(file.decision.time_step_s, layers.decision.time_step_s);
    const FluidMedium& of_file = std::get<DensityProblem>(file.problem).fluid;
    const FluidMedium& of_layers = std::get<DensityProblem>(layers.problem).fluid;
    EXPECT_EQ(of_file.modulus, of_layers.modulus);
    EXPECT_EQ(of_file.buoyancy, of_layers.buoyancy);
    EXPECT_EQ(of_file.low_side, of_layers.low_side);
    // Points find the step of a file among the faces of cells: the same weights but for rounding.
    const std::vector<double> a = test::run(file), b = test::run(layers);
    const double peak = *std::ranges::max_element(b);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t n = 0; n < a.size(); ++n) ASSERT_NEAR(a[n], b[n], 1e-9 * peak) << n;
    EXPECT_THAT(file.report.warnings, testing::Not(testing::Contains(HasSubstr("resampled"))));
}

/// YAML keeps '%' for directives, but nothing else can be meant here.
TEST_F(ModelScene, PerCentNeedsNoQuotes) {
    write_raw("epsilon.raw", [](auto, auto) { return 25.0; });
    const std::string before = "tti: {model: {epsilon: ";
    const Scene bare = load(before + grid("epsilon.raw", "%") + "}}\n").scene;

    EXPECT_FLOAT_EQ(bare.tti->grids[0]->values->most, 0.25F);
    EXPECT_EQ(bare.hash, load(before + grid("epsilon.raw", "'%'") + "}}\n").scene.hash);
    EXPECT_EQ(load("name: 30 % of it\n").scene.name, "30 % of it");
    EXPECT_EQ(load("name: 'a % b'\n").scene.name, "a % b");
}

TEST_F(ModelScene, NumbersThatAreNoSpeedsAreRefusedAndSlownessesAreRead) {
    write_raw("squared.raw", [](auto x, auto) { return x < 5 ? 0.25 : 0.0625; });  // s2/km2: 2 and 4 km/s
    const auto medium = [&](const std::string& units, const std::string& more = "") {
        std::string file = grid("squared.raw", units);
        file.pop_back();
        return "medium: {model: " + file + more + "}}\n";
    };
    const Scene read = load(medium("s2/km2")).scene;
    EXPECT_FLOAT_EQ(read.medium.grid->values->least, 2000);
    EXPECT_FLOAT_EQ(read.medium.grid->values->most, 4000);
    EXPECT_FLOAT_EQ(read.medium.grid->values->values[4], 2000);
    EXPECT_FLOAT_EQ(read.medium.grid->values->values[5], 4000);
    try {
        load(medium("km/s"));
        ADD_FAILURE();
    } catch (const SceneFileError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("medium.model.units: in km/s the numbers of 'squared.raw' would be speeds of "
                              "62.5 to 250 m/s, which no usual medium has; write units: s2/km2; or "
                              "unlikely: true, if these are the speeds"));
    }
    EXPECT_FLOAT_EQ(load(medium("km/s", ", unlikely: true")).scene.medium.grid->values->most, 250);
}

/// The largest parameters and angles are read and the next ones refused, from files as from the scene.
TEST_F(ModelScene, ParametersBeyondTheirBoundsAreRefused) {
    const auto why_not = [&](const std::string& tti) -> std::string {
        try {
            load("tti: {" + tti + "}\n");
        } catch (const SceneFileError& error) {
            return error.what();
        }
        return "";
    };
    const auto of_file = [&](const std::string& key, const std::string& units, double number) {
        write_raw("values.raw", [number](auto x, auto z) { return x == 7 && z == 5 ? number : 0.125; });
        return why_not("model: {" + key + ": " + grid("values.raw", units) + "}");
    };
    for (const std::string key : {"epsilon", "delta"}) {
        const auto bounds = HasSubstr("parameter (a number from -0.4 to 4 is needed)");
        for (const double within : {-0.3984375, 4.0}) EXPECT_EQ(of_file(key, "'1'", within), "") << key << within;
        for (const double beyond : {-0.40625, 4.03125})
            EXPECT_THAT(of_file(key, "'1'", beyond), bounds) << key << beyond;
        EXPECT_EQ(why_not(key + ": -0.4"), "");
        EXPECT_EQ(why_not(key + ": 4"), "");
        EXPECT_THAT(why_not(key + ": -0.41"), HasSubstr("must be at least -0.4"));
        EXPECT_THAT(why_not(key + ": 4.01"), HasSubstr("must be at most 4"));
    }
    for (const double within : {-360.0, 360.0}) EXPECT_EQ(of_file("theta", "degrees", within), "") << within;
    for (const double beyond : {-360.5, 360.25})
        EXPECT_THAT(of_file("theta", "degrees", beyond), HasSubstr("angle (-360 to 360 degrees are needed)")) << beyond;
}

}  // namespace
}  // namespace wavesim
