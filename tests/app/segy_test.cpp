// SPDX-License-Identifier: MIT
// What an independent reader finds in a SEG-Y file of a survey whose points lie between nodes.
#include <gtest/gtest.h>

#include "app/program.hpp"
#include "io/python_script.hpp"

namespace wavesim::test {
namespace {

constexpr const char* between_nodes = R"(wavesim: 1
name: between nodes
domain: {size: [400, 300, 200]}
grid: {spacing: 10, stencil: leggy-4}
medium: {sound_speed: 2000}
time: {duration: 0.2}
boundaries: {default: {absorbing: {cells: 10}}, z_max: free_surface}
sources: [{position: [123.37, 151.72, 187.31], signal: {kind: ricker, peak_frequency: 15}}]
survey: {line: {from: [123.37, 151.72, 187.31], to: [203.61, 151.72, 187.31], count: 2}}
receivers:
  - {name: behind, position: [60.64, 151.72, 190.13]}
  - {name: ahead, position: [333.33, 151.72, 190.13]}
  - {name: below, position: [120.18, 20.27, 5.06]}
outputs: {traces: {segy: {interval: 2 ms}}}
)";

TEST(Segy, segyio_reads_places_between_nodes_and_signed_offsets) {
    TemporaryFolder folder;
    folder.write("scene.yaml", between_nodes);

    const Outcome outcome = run_program({"run", "scene.yaml", "-o", "out"}, {.folder = folder.path()});

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(run_python("read_segy_places.py", shell_quoted(folder.path() / "out")), 0);
}

constexpr const char* marine = R"(wavesim: 1
name: marine
domain: {size: [400, 240], origin: [610000, -40], vertical: down}
grid: {spacing: 5, stencil: leggy-4}
medium: {layers: {interfaces: [120], sound_speeds: [1500, 2500]}}
time: {duration: 0.2}
boundaries: {default: absorbing}
sources: [{position: [610250, 12.5], signal: {kind: ricker, peak_frequency: 20, time_zero: peak}}]
)";

/// The same survey twice: by a streamer, and by the headers of the first one's SEG-Y file.
TEST(Segy, depths_world_coordinates_and_time_zero_come_back_from_headers) {
    TemporaryFolder folder;
    folder.write("towed.yaml", std::string(marine) + R"(
receivers: [{streamer: {offset: 50, interval: 20, count: 4, z: 17.5}}]
survey: {line: {from: [610250, 12.5], to: [610300, 12.5], count: 2}, spread: towed}
outputs: {traces: {segy: {interval: 1 ms}}}
)");
    folder.write("again.yaml", std::string(marine) + "survey: {file: out/traces.sgy}\n");

    const Outcome first = run_program({"run", "towed.yaml", "-o", "out"}, {.folder = folder.path()});
    ASSERT_EQ(first.code, 0) << first.err;
    const Outcome second = run_program({"run", "again.yaml", "-o", "second"}, {.folder = folder.path()});
    ASSERT_EQ(second.code, 0) << second.err;

    EXPECT_EQ(run_python("read_segy_frame.py",
                         shell_quoted(folder.path() / "out") + ' ' + shell_quoted(folder.path() / "second")),
              0);
}

constexpr const char* many = R"(wavesim: 1
name: many
domain: {size: [200, 200]}
grid: {spacing: 10, stencil: leggy-1}
medium: {sound_speed: 2000}
time: {duration: 0.15}
boundaries: {default: free_surface}
sources: [{position: [100, 100], signal: {kind: ricker, peak_frequency: 20}}]
receivers: [{grid: {from: [20, 20], to: [180, 180], counts: [331, 100]}}]
outputs: {traces: {segy: {interval: 3 ms}}}
)";

/// The number of traces per shot has 16 bits, and 33,100 do not fit.
TEST(Segy, more_traces_per_shot_than_the_header_can_tell) {
    TemporaryFolder folder;
    folder.write("scene.yaml", many);

    const Outcome outcome = run_program({"run", "scene.yaml", "-o", "out"}, {.folder = folder.path()});

    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(run_python("read_many_traces.py", shell_quoted(folder.path() / "out")), 0);
}

}  // namespace
}  // namespace wavesim::test
