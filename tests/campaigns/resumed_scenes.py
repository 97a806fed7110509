# SPDX-License-Identifier: MIT
"""Twelve kinds of small scenes whose states differ: the campaigns of checkpoints stop each of them."""

ROOM = """wavesim: 1
name: {name}
domain: {{size: [2.4, 1.8, 1.2]}}
grid: {{spacing: 10 cm, stencil: leggy-2}}
time: {{duration: 0.1}}
boundaries: {boundaries}
{more}
sources:
  - {{name: speaker, position: [0.5, 0.5, 0.5], signal: {{kind: ricker, peak_frequency: 150 Hz}}}}
receivers:
  - {{name: seat, position: [1.5, 1.0, 0.7]}}
  - {{name: door, position: [2.1, 0.4, 0.3]}}
"""

ROCK = """wavesim: 1
name: {name}
domain: {{size: {size}}}
grid: {{spacing: 10, stencil: leggy-4}}
medium: {medium}
time: {{duration: {duration}}}
boundaries: {boundaries}
{more}
sources:
  - {{name: shot, position: {shot}, signal: {{kind: ricker, peak_frequency: 15 Hz}}}}
receivers:
  - {{name: spread, line: {{from: {first}, to: {last}, count: 12}}}}
"""


def room(name, boundaries, more=""):
    return ROOM.format(name=name, boundaries=boundaries, more=more)


def section(name, boundaries="{default: absorbing}", medium="{sound_speed: 2000}", more="", duration=0.8):
    return ROCK.format(name=name, size="[900, 600]", medium=medium, boundaries=boundaries, more=more, shot="[300, 450]",
                       first="[100, 400]", last="[800, 400]", duration=duration)


def block(name, boundaries="{default: absorbing}", medium="{sound_speed: 2000}", more="", duration=0.2):
    return ROCK.format(name=name, size="[400, 300, 300]", medium=medium, boundaries=boundaries, more=more,
                       shot="[150, 150, 150]", first="[50, 100, 150]", last="[350, 200, 150]", duration=duration)


LAYERS = "{layers: {axis: z, interfaces: [200, 350], sound_speeds: [3000, 2500, 2000], densities: [2400, 2200, 1800]}}"
SPEEDS = "{layers: {axis: z, interfaces: [200, 350], sound_speeds: [3000, 2500, 2000]}}"
TILTED = "tti: {{layers: [{{epsilon: 0.1, delta: 0.05}}, {{epsilon: 0.2, delta: 0.1, theta: 30}}, {{epsilon: 0, delta: 0}}]{0}}}"
OUTPUTS = """outputs:
  traces: {wav: 48000}
  snapshots: {every: 10 ms, slice: {z: 0.6}, png: true, vtk: true}"""

SCENES = {
    "walls_explicit": room("walls_explicit", "{default: {absorption: 0.3, incidence: normal}, walls: half}"),
    "walls_branch": room("walls_branch", "{default: {absorption: 0.3, incidence: normal}, walls: lumped}",
                         "solids:\n  - {box: {from: [1.0, 0.6, 0], to: [1.3, 1.2, 0.6]}}"),
    "pictures_wav": room("pictures_wav", "{default: rigid, x_max: {absorption: 0.5}}", OUTPUTS),
    "double": room("double", "{default: {absorption: 0.1}, z_max: {absorbing: {cells: 8}}}", "run: {precision: double}"),
    "layers_3d": block("layers_3d"),
    "speeds_3d": block("speeds_3d", "{default: absorbing, z_max: free_surface}",
                       "{layers: {axis: z, interfaces: [150], sound_speeds: [3000, 2000]}}"),
    "density_2d": section("density_2d", medium=LAYERS),
    "speeds_2d_segy": section("speeds_2d_segy", "{default: absorbing, z_max: free_surface}", SPEEDS,
                              "outputs: {traces: {segy: true, gather: density}, snapshots: {every: 0.1, png: true}}"),
    "tti_self_adjoint": section("tti_self_adjoint", medium=SPEEDS, more=TILTED.format("")),
    "tti_k73_sponge": section("tti_k73_sponge", "{default: {absorbing: {cells: 20}}}", SPEEDS,
                              TILTED.replace(", theta: 30", "").format(", form: k73")),
    "tti_3d": block("tti_3d", more="tti: {epsilon: 0.2, delta: 0.1, theta: 25, phi: 40}"),
    "survey": section("survey", "{default: absorbing, z_max: free_surface}", duration=0.4,
                      more="survey: {line: {from: [200, 450], to: [600, 450], count: 4}}\n"
                           "outputs: {traces: {segy: true}, snapshots: {every: 0.1, png: true}}"),
}


def write_scenes(folder):
    """The scene files, by name."""
    paths = {}
    for name, text in SCENES.items():
        paths[name] = folder / f"{name}.yaml"
        paths[name].write_text(text)
    return paths
