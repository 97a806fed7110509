// SPDX-License-Identifier: MIT
#include "io/scene/templates.hpp"

namespace wavesim {

namespace {

constexpr std::string_view room = R"(# A room with furniture: change the numbers, then
#   wavesim check room.yaml     says what is wrong with the file
#   wavesim plan room.yaml      says what a run would do, and what it would cost
#   wavesim run room.yaml
# Numbers without unit are in SI units (m, s, Hz, m/s). Lengths may be written 5 cm, times 20 ms, frequencies 1 kHz.
wavesim: 1                         # version of the scene format
name: room

domain:
  size: [4.8, 3.6, 2.4]            # along x, y and z (up); the origin is a corner

grid:
  max_frequency: 500 Hz            # highest frequency of interest
  points_per_wavelength: 10        # at that frequency; 8 is coarse, 12 is fine
  stencil: auto                    # or a name out of `wavesim stencils`

medium: {sound_speed: 343 m/s, density: 1.2 kg/m3}

time: {duration: 0.3 s}

materials:                         # absorption coefficients as found in tables (random incidence)
  plaster: {absorption: 0.03}
  carpet: {absorption: 0.3}
  upholstery: {absorption: 0.5}

boundaries:                        # x_min, x_max (left, right), y_min, y_max (front, back), floor, ceiling
  default: plaster                 # every side that is not named
  floor: carpet
  ceiling: {absorption: 0.1}       # a surface can also be written out; `rigid` reflects everything

solids:                            # boxes that sound goes around
  - name: sofa
    box: {from: [3.4, 1.0, 0.0], to: [4.4, 2.8, 0.4]}
    surface: upholstery

sources:
  - name: loudspeaker
    position: [0.8, 1.2, 1.0]
    signal: {kind: ricker, peak_frequency: 200 Hz}   # a short pulse; its spectrum ends near 2.5 x 200 Hz

receivers:
  - {name: sofa, position: [3.9, 2.0, 1.1]}
  - name: row                      # row 1 ... row 5
    line: {from: [1.0, 2.0, 1.2], to: [3.0, 2.0, 1.2], count: 5}

outputs:
  traces: {wav: 48 kHz}            # one sound file per receiver
  snapshots: {every: 5 ms, slice: {z: 1.2}, png: true}   # pictures of the pressure at ear height
)";

constexpr std::string_view shoebox =
    R"(# An empty room with rigid walls, compared with its exact solution (the sum over all mirror images of the source).
#   wavesim run shoebox.yaml       prints the difference for every receiver
# Numbers without unit are in SI units (m, s, Hz, m/s).
wavesim: 1
name: shoebox
domain: {size: [3.0, 2.5, 2.0]}
grid:
  spacing: 5 cm                    # distance of two nodes, instead of max_frequency
  stencil: leggy-2                 # try leggy-1, or another name out of `wavesim stencils`
time: {duration: 30 ms}
boundaries: {default: rigid}
sources:
  - name: source
    position: [0.8, 0.7, 0.6]
    signal: {kind: ricker, peak_frequency: 300 Hz}
receivers:
  - {name: near, position: [1.4, 1.2, 1.0]}
  - {name: far corner, position: [2.7, 2.2, 1.8]}
outputs:
  compare: shoebox
)";

constexpr std::string_view free_field =
    R"(# A point source in open space, compared with its exact solution A s(t - r/c) / (4 pi r).
#   wavesim run free-field.yaml
# The domain ends somewhere: the comparison stops before the first reflection from a side arrives.
wavesim: 1
name: free field
domain: {size: [3.0, 3.0, 3.0]}
grid:
  spacing: 4 cm
  stencil: leggy-2
time: {duration: 8 ms}
sources:
  - name: source
    position: [1.5, 1.5, 1.5]
    signal: {kind: ricker, peak_frequency: 400 Hz, amplitude: 1 Pa m}
receivers:
  - {name: along the axis, position: [2.3, 1.5, 1.5]}
  - {name: across the cells, position: [2.0, 2.0, 1.9]}
outputs:
  compare: free_field
)";

constexpr std::string_view plane = R"(# Sound around a barrier in two dimensions, (x, z); z is up.
#   wavesim run 2d.yaml
# In 2D the source is a line without end across the picture, and every position has two numbers.
wavesim: 1
name: 2d barrier
domain: {size: [7.7, 4.0]}
grid: {max_frequency: 1 kHz, points_per_wavelength: 10, stencil: auto}
time: {duration: 25 ms}
boundaries:
  default: {admittance: 1}         # takes what arrives head-on
  floor: rigid
solids:
  - name: barrier
    box: {from: [3.9, 0.0], to: [4.1, 2.0]}
    surface: rigid
sources:
  - name: road
    position: [2.0, 0.5]
    signal: {kind: ricker, peak_frequency: 400 Hz}
receivers:
  - {name: in front, position: [3.0, 1.5]}
  - {name: behind, position: [5.5, 1.5]}
outputs:
  traces: {wav: 48 kHz}
  snapshots: {every: 1 ms, png: true}
)";

constexpr std::string_view ground = R"(# A seismic shot over layered ground in two dimensions, (x, z); z is up.
#   wavesim run ground.yaml
# In 2D the source is a line without end across the picture, and every position has two numbers.
wavesim: 1
name: ground
domain: {size: [2000 m, 700 m]}
grid: {max_frequency: 50 Hz, points_per_wavelength: 10, stencil: auto}
medium:
  layers:
    axis: z
    interfaces: [200 m, 500 m]                     # one less than layers, upwards
    sound_speeds: [2500 m/s, 2000 m/s, 1500 m/s]   # from below: rock, sediment, water
    densities: [2200, 2000, 1000]                  # kg/m3
time: {duration: 1.4 s}
boundaries:
  default: absorbing               # as if the ground went on
  z_max: free_surface              # the sea's; absorbing: no echo from above
sources:
  - name: shot
    position: [200, 690]
    signal: {kind: ricker, peak_frequency: 20 Hz, delay: 80 ms}
receivers:
  - {name: group, line: {from: [225, 690], to: [1825, 690], count: 65}}   # every 25 m
outputs:
  traces: {gather: wiggle, segy: {interval: 1 ms}}
  snapshots: {every: 100 ms, png: true}
)";

constexpr SceneTemplate templates[] = {
    {"room", "a furnished room with absorbing surfaces, sound files and pictures", room},
    {"shoebox", "an empty rigid room, compared with its exact solution", shoebox},
    {"free-field", "a source in open space, compared with its exact solution", free_field},
    {"2d", "a barrier in two dimensions", plane},
    {"ground", "a seismic shot over layers of rock under water, with a gather and SEG-Y", ground},
};

}  // namespace

std::span<const SceneTemplate> scene_templates() { return templates; }

}  // namespace wavesim
