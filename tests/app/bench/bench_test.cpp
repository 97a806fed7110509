// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/bench/jobs.hpp"
#include "app/bench/json.hpp"
#include "app/bench/pivot.hpp"
#include "app/bench/plot.hpp"
#include "app/bench/suites.hpp"
#include "app/errors.hpp"
#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

StepTiming row(const std::string& stencil, int points, const std::string& backend, double ctpn_s) {
    StepTiming timing;
    timing.stencil = stencil;
    timing.shape = "leggy";
    timing.backend = backend;
    timing.extent = {512, 256, 128};
    timing.precision = Precision::float32;
    timing.points = points;
    timing.ctpn_s = ctpn_s, timing.ctpn_min_s = 0.75 * ctpn_s, timing.ctpn_max_s = 1.5 * ctpn_s;
    timing.nodes_per_s = 1 / ctpn_s;
    timing.bytes_per_s = 12 / ctpn_s;
    timing.floor_ctpn_s = 2.8e-12;
    timing.floor_bytes_per_s = 12 / 2.8e-12;
    timing.ratio_to_floor = ctpn_s / 2.8e-12;
    timing.error = 3e-7;
    timing.facts.device = "NVIDIA H200";
    timing.facts.tile = "256x8";
    timing.facts.registers = 96;
    timing.facts.shared_bytes = 40960;
    return timing;
}

BenchReport report() {
    BenchReport report;
    report.processor = "AMD EPYC";
    report.isa = "x86-64-v4";
    report.threads = 2;
    report.device = "NVIDIA H200";
    report.date = "2026-11-21T12:00:00Z";
    report.version = "0.1.0";
    report.rows = {row("leggy-1", 7, "texture.loop", 8e-12), row("leggy-1", 7, "stream25.sweep", 3e-12),
                   row("leggy-2", 13, "texture.loop", 9e-12)};
    report.rows[2].joule_per_step = 0.02;
    return report;
}

TEST(BenchFile, RowsComeBackAsTheyWereKept) {
    const TemporaryFolder folder;
    const auto file = folder.write("rows.json", bench_json(report()).dump());

    const std::vector<StepTiming> rows = kept_rows(file, report());

    ASSERT_EQ(rows.size(), 3u);
    BenchReport again = report();
    again.rows = rows;
    EXPECT_EQ(bench_json(again), bench_json(report()));
    EXPECT_EQ(bench_csv(again), bench_csv(report()));
}

TEST(BenchFile, ThereMayBeNone) { EXPECT_TRUE(kept_rows("no/such/file.json", report()).empty()); }

TEST(BenchFile, RowsOfAnotherMachineAreNotMixedIn) {
    const TemporaryFolder folder;
    const auto file = folder.write("rows.json", bench_json(report()).dump());
    const auto damaged = folder.write("damaged.json", bench_json(report()).dump().substr(0, 200));
    BenchReport other = report();
    other.device = "NVIDIA A100";

    EXPECT_THROW(kept_rows(file, other), EnvironmentError);
    EXPECT_THROW(kept_rows(damaged, report()), EnvironmentError);
}

TEST(BenchReport, MarkdownHasOneLinePerRowAndTheSameColumnsInEach) {
    const std::string text = bench_markdown(report());

    std::vector<std::ptrdiff_t> columns;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("|")) columns.push_back(std::count(line.begin(), line.end(), '|'));
    EXPECT_EQ(columns, std::vector<std::ptrdiff_t>(5, 19)) << text;
    EXPECT_NE(
        text.find("| `leggy-1` | 7 | leggy | 512 x 256 x 128 | float | `stream25.sweep` | 256x8 | 96 | 40960 | 0 | "
                  "3.000 | 333.3 | 4000 | 1.071 | 4286 | 3.0e-07 | - | - |"),
        std::string::npos)
        << text;
}

/// Commas within quotes separate nothing.
TEST(BenchReport, CsvLinesHaveTheColumnsOfTheirHead) {
    BenchReport of_passes = report();
    of_passes.rows[0].facts.tile = "64x32, 5 steps per pass, 4 panels of rows";
    std::istringstream lines(bench_csv(of_passes));
    std::vector<std::ptrdiff_t> columns;
    for (std::string line; std::getline(lines, line);) {
        bool quoted = false;
        columns.push_back(std::count_if(line.begin(), line.end(), [&](char c) {
            quoted = quoted != (c == '"');
            return c == ',' && !quoted;
        }));
    }
    EXPECT_EQ(columns, std::vector<std::ptrdiff_t>(4, 30));
}

TEST(BenchPivot, HasTheNaiveLineBesideTheBackends) {
    const std::string text = bench_pivot(report().rows);

    EXPECT_NE(text.find("float, 512 x 256 x 128, CTPN in ps\n"), std::string::npos) << text;
    // 8 ps x (13 + 1) / 8
    EXPECT_NE(text.find("leggy-2                13            9.000                -           14.000\n"),
              std::string::npos)
        << text;
}

TEST(BenchPivot, ShowsTheFastestBlock) {
    std::vector<StepTiming> rows{row("leggy-1", 7, "stream25.global", 8e-12),
                                 row("leggy-1", 7, "stream25.global", 4e-12),
                                 row("leggy-2", 13, "stream25.global", 9e-12)};

    EXPECT_NE(bench_pivot(rows).find("leggy-1                 7            4.000\n"), std::string::npos)
        << bench_pivot(rows);
}

TEST(BenchSuites, ComparePlacementsByTheirBestBlocks) {
    std::vector<StepTiming> rows{
        row("leggy-1", 7, "stream25.global", 8e-12), row("leggy-1", 7, "stream25.global", 10e-12),
        row("leggy-1", 7, "stream25.shared", 4e-12), row("leggy-1", 7, "stream25.shared", 6e-12)};
    for (StepTiming& r : rows) {
        r.extent = {256, 256, 256};
        r.facts.threads_per_block = 256, r.facts.blocks_per_multiprocessor = 6;
        r.facts.threads_per_multiprocessor = 2048;
        r.facts.loaded_values = 2.5;
    }
    rows[3].facts.tile = "64x2";

    const std::string text = suite_text("placement", rows);

    EXPECT_NE(text.find("\nfloat, each placement with its best block"), std::string::npos) << text;
    EXPECT_NE(
        text.find("256 x 256 x 256    stream25.shared               256x8     4.000   2.00       75 %       2500     "
                  "3000   1.43\n"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("stream25.shared                   -            256x8                -\n"), std::string::npos)
        << text;
    EXPECT_EQ(text.find("64x2"), std::string::npos);
    EXPECT_EQ(text.find("double"), std::string::npos);
}

TEST(BenchSuites, CompareTheKernelsOfThePaperAndItsRooms) {
    std::vector<StepTiming> rows = report().rows;
    rows.push_back(row("leggy-1", 7, "texture.leggy", 4e-12));
    rows.push_back(row("leggy-1", 7, "texture.factored", 10e-12));
    rows.push_back(row("leggy-3", 19, "texture.loop", 27.1e-12));
    rows.back().extent = {301, 211, 120};

    const std::string text = suite_text("large-stencils", rows);

    EXPECT_NE(
        text.find("leggy-1                 7    512 x 256 x 128  float      8.000      4.000     2.00     10.000     "
                  "0.80\n"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("leggy-3       301 x 211 x 120 texture.loop         0.0271    0.318      0.271   10.0\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(plotted_rows("large-stencils", rows).size(), rows.size() - 1);
    EXPECT_EQ(plotted_rows("", rows).size(), rows.size());
}

TEST(BenchReport, EnergyIsPerNodeAndPerOperationOfThePlainFormula) {
    StepTiming timing = row("leggy-2", 13, "texture.loop", 9e-12);
    EXPECT_FALSE(joule_per_node(timing) || joule_per_flop(timing));
    timing.joule_per_step = 0.02;

    EXPECT_DOUBLE_EQ(joule_per_node(timing).value(), 0.02 / (512 * 256 * 128));
    EXPECT_DOUBLE_EQ(joule_per_flop(timing).value(), 0.02 / (512 * 256 * 128) / 26);
}

TEST(BenchPlot, IsOnePanelWithAMarkPerRow) {
    const std::string svg = bench_plot(report());

    EXPECT_TRUE(svg.starts_with("<svg xmlns=")) << svg;
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    std::size_t circles = 0;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++circles;
    EXPECT_EQ(circles, 3u + 1u);  // one in the legend
    EXPECT_NE(svg.find("stroke-dasharray"), std::string::npos);
}

TEST(BenchJobs, BackendsAreAListAllOrWhatTheMachineHas) {
    Machine machine;
    EXPECT_EQ(bench_backends("auto", machine), bench_backends("cpu", machine));
    EXPECT_EQ(bench_backends("all", machine).size(), backend_registry().size() + backend_gallery().size());
    EXPECT_EQ(bench_backends("cpu,stream25.sweep", machine).size(), 2u);
    machine.gpu = test::some_gpu();
    for (const BackendEntry* backend : bench_backends("auto", machine)) EXPECT_TRUE(backend->on_gpu());
    EXPECT_THROW(bench_backends("cpu,strem25.sweep", machine), UsageError);
}

TEST(BenchJobs, SuitesHoldTheStencilsAndGridsOfThePapers) {
    const auto backends = bench_backends("all", Machine{});
    const auto large = suite_requests("large-stencils", backends, {Precision::float32, Precision::float64});

    ASSERT_EQ(large.size(), 11u);  // nine rooms of table 1 after the families in float
    EXPECT_EQ(large[0].stencils.size(), 60u);
    EXPECT_EQ(large[0].extents.size(), 2u);
    EXPECT_EQ(large[9].stencils, std::vector<std::string>{"compact-27"});
    EXPECT_EQ(large[9].extents, std::vector<Extent>{(Extent{642, 449, 256})});
    EXPECT_EQ(large[10].extents[1], (Extent{672, 660, 600}));
    EXPECT_EQ(large[10].tiles, "auto");
    const auto placement = suite_requests("placement", backends, {Precision::float32});
    for (const BackendEntry* backend : placement[0].backends)
        EXPECT_TRUE(backend->name.starts_with("stream25.")) << backend->name;
    EXPECT_EQ(placement[0].tiles, "all");
}

TEST(BenchJobs, LeavesOutWhatABackendCannotRunAndSaysWhy) {
    BenchRequest request{{"leggy-1", "leggy-2"}, bench_backends("cpu", Machine{}), {{0, 4, 4}}, {Precision::float32}};

    const BenchJobs made = make_jobs({request}, Machine{});

    EXPECT_TRUE(made.jobs.empty());
    EXPECT_EQ(made.left_out, std::vector<std::string>{"cpu: the grid has no nodes (2 stencils)"});
}

TEST(BenchJobs, OneSentenceNamesAllBackendsThatShareAReason) {
    LeftOut left_out;
    left_out.add("no driver", "b", "leggy-1");
    left_out.add("no driver", "a", "leggy-1");
    left_out.add("no driver", "c", "leggy-1");
    left_out.add("no driver", "c", "leggy-2");
    left_out.add("too large", "a", "leggy-1");

    EXPECT_EQ(left_out.sentences(), (std::vector<std::string>{"a, b: no driver (leggy-1)", "c: no driver (2 stencils)",
                                                              "a: too large (leggy-1)"}));
}

TEST(BenchJobs, ABackendWithoutTilesHasNoneThatCouldBeAskedFor) {
    BenchRequest request{{"leggy-1"}, bench_backends("cpu", Machine{}), {{8, 8, 8}}, {Precision::float32}, "64x2"};

    EXPECT_EQ(make_jobs({request}, Machine{}).left_out, std::vector<std::string>{"cpu: it has no tile 64x2 (leggy-1)"});
    request.tiles = "all";
    EXPECT_EQ(make_jobs({request}, Machine{}).jobs.size(), 1u);
}

TEST(BenchJobs, UnknownBackendsAreToldWhichThereAre) {
    try {
        bench_backends("cpu,cuda", Machine{});
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("there is no backend 'cuda'; there are cpu, "))
            << error.what();
    }
}

/// A backend with a choice of three tiles.
BackendEntry tiled_backend() {
    BackendEntry entry = *find_backend("cpu");
    entry.name = "tiled";
    entry.media[0].propose = [](const Inquiry&) { return Proposal{.tiles = {"256x8 rows 2", "64x2", "128x1"}}; };
    return entry;
}

TEST(BenchJobs, TakeTheTilesThatWereAskedFor) {
    const BackendEntry backend = tiled_backend();
    BenchRequest request{{"leggy-1"}, {&backend}, {{8, 8, 8}}, {Precision::float32}};
    const auto tiles = [&](const std::string& asked) {
        request.tiles = asked;
        std::vector<std::string> names;
        for (const BenchJob& job : make_jobs({request}, Machine{}).jobs) names.push_back(job.tile);
        return names;
    };

    EXPECT_EQ(tiles("auto"), std::vector<std::string>{"256x8 rows 2"});
    EXPECT_EQ(tiles("all").size(), 3u);
    EXPECT_EQ(tiles("128x1,256x8"), (std::vector<std::string>{"256x8 rows 2", "128x1"}));
    EXPECT_TRUE(tiles("512x1").empty());
    EXPECT_EQ(make_jobs({request}, Machine{}).left_out,
              std::vector<std::string>{"tiled: it has no tile 512x1 (leggy-1)"});
}

TEST(BenchJobs, MemoryIsRefusedWithNeedAndFree) {
    Machine machine;
    machine.memory_available = 1 << 20;
    machine.gpu = test::some_gpu();
    machine.gpu.memory_free = 1 << 20;
    EXPECT_NO_THROW(expect_bench_memory({1 << 20, 1 << 20}, machine));
    try {
        expect_bench_memory({0, 3 << 20}, machine);
        FAIL();
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::memory);
        EXPECT_STREQ(error.what(), "the measurement needs 3.00 MiB of device memory, 1.00 MiB are free");
    }
}

TEST(Bench, GoesOnWhereAnInterruptedRunStopped) {
    const TemporaryFolder folder;
    const std::vector<std::string> arguments{"bench",     "--backend", "cpu",       "--size", "24",
                                             "--repeats", "1",         "--threads", "1",      "--stencil",
                                             "leggy-1",   "--output",  "rows.json"};
    ASSERT_EQ(run_program(arguments, {.folder = folder.path()}).code, 0);
    const auto first = nlohmann::json::parse(read_text(folder.path() / "rows.json"));
    std::vector<std::string> more = arguments;
    more.insert(more.end(), {"--stencil", "leggy-2", "--markdown", "rows.md", "--plot", "rows.svg"});

    const Outcome outcome = run_program(more, {.folder = folder.path()});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("1 row already in rows.json, 1 to go"), std::string::npos) << outcome.out;
    const auto second = nlohmann::json::parse(read_text(folder.path() / "rows.json"));
    ASSERT_EQ(second.at("rows").size(), 2u);
    EXPECT_EQ(second.at("rows").at(0), first.at("rows").at(0));
    EXPECT_TRUE(read_text(folder.path() / "rows.svg").starts_with("<svg"));
}

TEST(Bench, RefusesWhatItWouldIgnore) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const auto refusal = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"bench", "--backend", "cpu"});
        const Outcome outcome = run_program(arguments, {.folder = folder.path()});
        EXPECT_EQ(outcome.code, 2) << outcome.out;
        return outcome.err;
    };
    EXPECT_THAT(refusal({"scene.yaml", "--stencil", "leggy-2"}), ::testing::HasSubstr("a scene has its stencil"));
    EXPECT_THAT(refusal({"scene.yaml", "--size", "24"}), ::testing::HasSubstr("a scene has its grid"));
    EXPECT_THAT(refusal({"--suite", "an5d", "--stencil", "leggy-4"}), ::testing::HasSubstr("a suite has its stencils"));
    EXPECT_THAT(refusal({"--suite", "tti", "--family", "leggy"}), ::testing::HasSubstr("a suite has its stencils"));
    EXPECT_THAT(refusal({"--suite", "tti", "--size", "48", "--stencil", "leggy-4"}),
                ::testing::HasSubstr("the suite has no stencil 'leggy-4' that can run here; it has k73, k73+layers, "));
    EXPECT_THAT(refusal({"--stencil", "k73"}), ::testing::HasSubstr("are rows of --suite semi and tti"));
    EXPECT_THAT(refusal({"scene.yaml", "--tiles", "64x2"}), ::testing::HasSubstr("a scene runs in the tiles"));
    EXPECT_THAT(refusal({"--suite", "large-stencils", "--size", "24"}), ::testing::HasSubstr("a suite has its grids"));
    EXPECT_THAT(
        refusal({"--suite", "semi", "--size", "64x64x43"}),
        ::testing::HasSubstr("--suite semi also times layers of 20 cells on all sides: --size needs at least 44"));
    EXPECT_THAT(refusal({"--suite", "tti", "--size", "17"}), ::testing::HasSubstr("--suite tti also times layers"));
    EXPECT_THAT(refusal({"--family", "leggy", "--stencil", "leggy-2"}), ::testing::HasSubstr("exclude each other"));
}

TEST(Bench, ReportsThePhasesOfAScene) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);

    const Outcome outcome =
        run_program({"bench", "scene.yaml", "--backend", "cpu", "--repeats", "1", "--json-file", "scene.json"},
                    {.folder = folder.path()});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\n  receivers "), std::string::npos) << outcome.out;
    const auto json = nlohmann::json::parse(read_text(folder.path() / "scene.json"));
    EXPECT_GT(json.at("scene").at("phases_s").at("bulk").get<double>(), 0);
    EXPECT_TRUE(json.at("scene").at("phases_s").contains("sources"));
}

TEST(Bench, TakesAListOfBackendsButOneForAScene) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const std::string sizes = "--size=24";

    const Outcome list = run_program({"bench", "--backend", "cpu,stream25.sweeps", sizes});
    const Outcome good = run_program({"bench", "--backend", "cpu,cpu", sizes, "--repeats=1", "--stencil=leggy-1"});
    const Outcome scene = run_program({"bench", "scene.yaml", "--backend", "all"}, {.folder = folder.path()});

    EXPECT_EQ(list.code, 2);
    EXPECT_NE(list.err.find("no backend 'stream25.sweeps'; did you mean 'stream25.sweep'?"), std::string::npos);
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_EQ(scene.code, 2);
    EXPECT_NE(scene.err.find("a scene runs on one backend"), std::string::npos) << scene.err;
}

TEST(Bench, SizesBeyondMemoryAre4) {
    const Outcome outcome = run_program({"bench", "--backend", "cpu", "--size", "30000"});

    EXPECT_EQ(outcome.code, 4);
    EXPECT_NE(outcome.err.find("error: the measurement needs "), std::string::npos) << outcome.err;
}

TEST(Bench, MissingDeviceIs7) {
    const Outcome outcome = run_program({"bench", "--device", "1023"});

    EXPECT_EQ(outcome.code, 7);
    EXPECT_NE(outcome.err.find("GPU 1023"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace wavesim::test
