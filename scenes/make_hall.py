#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes hall.obj, a concert hall of 10,000 m3 whose measures are the constants below.

usage: make_hall.py > hall.obj

x runs from the back of the stage to the back of the hall, y across it from its middle, z upwards from the floor before the
stage. Lengths in metres. A closed shell, the balcony, piers along the side walls, and reflectors above the stage, which are
sheets. The last comment of the file gives the volume of air.
"""
import math

LENGTH, WIDTH = 38.0, 20.6
STAGE, STAGE_HEIGHT = 11.0, 1.1               # depth and height of the stage
RAKE_FROM, RAKE_RISE = 14.0, 3.2              # where the audience begins to rise, and how far
CEILING_BACK, CEILING = 12.0, 15.0            # height above the back of the stage, and from the front of the stage on
BALCONY_FROM, BALCONY_UNDER, BALCONY_FRONT, BALCONY_BACK = 29.0, 7.0, 7.7, 9.8  # x, underside, top at its front and back
PIERS, PIER_LENGTH, PIER_DEPTH = (15.0, 18.5, 22.0, 25.5), 0.7, 0.5
REFLECTOR_ROWS, REFLECTOR_LENGTH, REFLECTOR_WIDTH = (3.0, 7.0), 2.6, 4.0
REFLECTOR_HEIGHT, REFLECTOR_TILT = 9.0, math.radians(12)

vertices, faces = [], []


def face(material, points):
    """A polygon, anticlockwise as the air sees it."""
    numbers = []
    for point in points:
        point = tuple(round(value, 6) + 0.0 for value in point)
        if point not in vertices:
            vertices.append(point)
        numbers.append(vertices.index(point) + 1)
    faces.append((material, numbers))


def across(material, start, end, half=WIDTH / 2):
    """A strip across the hall over a line of its section; air is on the left of the way from start to end."""
    (x0, z0), (x1, z1) = start, end
    face(material, [(x0, -half, z0), (x1, -half, z1), (x1, half, z1), (x0, half, z0)])


def sides(material, section, half=WIDTH / 2):
    """Both ends of a prism with that section, which runs anticlockwise in x and z around the air."""
    face(material, [(x, half, z) for x, z in section])
    face(material, [(x, -half, z) for x, z in reversed(section)])


floor = [(0, STAGE_HEIGHT), (STAGE, STAGE_HEIGHT), (STAGE, 0), (RAKE_FROM, 0), (LENGTH, RAKE_RISE)]
roof = [(LENGTH, CEILING), (STAGE, CEILING), (0, CEILING_BACK)]
for (start, end), material in zip(zip(floor, floor[1:]), ("stage", "stage", "floor", "audience")):
    across(material, start, end)
across("rear_wall", floor[-1], roof[0])
across("ceiling", roof[0], roof[1])
across("ceiling", roof[1], roof[2])
across("stage_wall", roof[2], floor[0])
# The section is no convex polygon, so that its sides are cut where the floor bends.
cuts = [(0, STAGE), (STAGE, RAKE_FROM), (RAKE_FROM, LENGTH)]
bottoms = [(STAGE_HEIGHT, STAGE_HEIGHT), (0, 0), (0, RAKE_RISE)]
tops = [(CEILING_BACK, CEILING), (CEILING, CEILING), (CEILING, CEILING)]
for (x0, x1), (low0, low1), (high0, high1) in zip(cuts, bottoms, tops):
    sides("stage_wall" if x0 == 0 else "side_wall", [(x0, low0), (x1, low1), (x1, high1), (x0, high0)])

# The balcony stands in the air: its faces look outwards.
under, front, back = (BALCONY_FROM, BALCONY_UNDER), (BALCONY_FROM, BALCONY_FRONT), (LENGTH, BALCONY_BACK)
across("balcony", (LENGTH, BALCONY_UNDER), under)
across("balcony", under, front)
across("audience", front, back)

for x in PIERS:
    for side in (-1, 1):
        wall, edge = side * WIDTH / 2, side * (WIDTH / 2 - PIER_DEPTH)
        along = [(x, wall), (x, edge), (x + PIER_LENGTH, edge), (x + PIER_LENGTH, wall)]
        for (x0, y0), (x1, y1) in zip(along, along[1:]):
            strip = [(x0, y0, 0), (x1, y1, 0), (x1, y1, CEILING), (x0, y0, CEILING)]
            face("side_wall", strip if side > 0 else strip[::-1])

for x in REFLECTOR_ROWS:
    for y in (-4.5, 4.5):
        rise, run = REFLECTOR_LENGTH * math.sin(REFLECTOR_TILT), REFLECTOR_LENGTH * math.cos(REFLECTOR_TILT)
        z = REFLECTOR_HEIGHT + (x - REFLECTOR_ROWS[0]) * 0.2
        face("reflector", [(x, y - REFLECTOR_WIDTH / 2, z), (x + run, y - REFLECTOR_WIDTH / 2, z + rise),
                           (x + run, y + REFLECTOR_WIDTH / 2, z + rise), (x, y + REFLECTOR_WIDTH / 2, z)])

section = sum((x1 - x0) * (high0 + high1 - low0 - low1) / 2
              for (x0, x1), (low0, low1), (high0, high1) in zip(cuts, bottoms, tops))
section -= (LENGTH - BALCONY_FROM) * ((BALCONY_FRONT + BALCONY_BACK) / 2 - BALCONY_UNDER)
volume = section * WIDTH
for x in PIERS:
    rake = max(0.0, (x + PIER_LENGTH / 2 - RAKE_FROM) * RAKE_RISE / (LENGTH - RAKE_FROM))
    volume -= 2 * PIER_LENGTH * PIER_DEPTH * (CEILING - rake)

print("# A concert hall, written by make_hall.py; metres, z points up")
for point in vertices:
    print("v " + " ".join(f"{value:g}" for value in point))
for material in sorted({material for material, _ in faces}):
    print(f"g {material}\nusemtl {material}")
    for name, numbers in faces:
        if name == material:
            print("f " + " ".join(map(str, numbers)))
print(f"# {volume:.0f} m3 of air")
