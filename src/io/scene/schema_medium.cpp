// SPDX-License-Identifier: MIT
#include "io/scene/schema_medium.hpp"

#include "io/model/model_file.hpp"
#include "io/model/units.hpp"
#include "io/scene/schema_words.hpp"
#include "solvers/scene/words.hpp"
#include "stencils/problem/words.hpp"

namespace wavesim::schema {

namespace {

json model_file(const std::vector<std::string>& units) {
    const json axis = choice({"x", "y", "z", "-x", "-y", "-z"});
    return object(
        {{"file", with(text(), "HDF5, SEG-Y, NPY, NPZ or raw file below the scene's folder or one of --data")},
         {"format", with(choice_or<ModelFileRequest::Format>("auto"), "auto: by the ending of the file", "auto")},
         {"dataset", with(text(), "path of the grid in a HDF5 file, name of the array in an NPZ file")},
         {"type", with(choice(sample_type_names()), "numbers of a raw file", "float32")},
         {"byte_order", with(choice({"little", "big"}), "bytes of the numbers of a raw file", "little")},
         {"axes", with(list(axis, 2, 3), "what the indices run along, slowest first; - where coordinates fall")},
         {"shape", with(list(integer(1, std::int64_t{1} << 31), 2, 3), "numbers of values along axes")},
         {"spacing", with(list(length(positive(1e6)), 2, 3), "distance of values along x, y, z (2D: x, z)")},
         {"origin", with(point(), "where the first value of the file lies")},
         {"units", with(choice(units), "unit of the numbers; of speeds also that of slownesses and their squares")},
         {"resample", with(choice<Resampling>(), "how nodes between values are read", word_of(Resampling::linear))},
         {"registration", with(choice<Registration>(),
                               "position of the values: cell, at the middle of cells; corner: cells "
                               "take the value of a corner")},
         {"segy", with(object(segy_layout_keys()), "layout of a SEG-Y file, whatever its headers say")},
         {"content", with(text(), "hash that the values must have; written in resolved scenes")}},
        {"file", "axes", "spacing", "origin", "units"});
}

/// A parameter of a program: a number, or one per location.
json parameter() {
    const json value = number(between(-1e30, 1e30));
    const json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                             {"to", with(point(), "corner with the larger coordinates")}},
                            {"from", "to"});
    const json inside =
        object({{"box", with(box, "axis-parallel box")}, {"value", with(value, "value in it")}}, {"box", "value"});
    const json places = object(
        {{"value", with(value, "value where nothing else is said; that of the program when absent")},
         {"layers", with(list(value, 2, 1001), "one value per layer of the medium")},
         {"model", with(model_file({"1", "%", "m/s", "km/s", "kg/m3", "g/cm3"}), "grid of the values in a file")},
         {"boxes", with(list(inside, 1, 10'000), "boxes with their own value; later ones win")}});
    return {{"anyOf", {value, places}}};
}

/// Thomsen's parameters and the axis, all optional.
json thomsen() {
    return {{"epsilon", with(number(between(-0.4, 4)), "how much faster sound is across the axis: v (1 + epsilon)")},
            {"delta", with(number(between(-0.4, 4)), "how much faster it is near the axis; at most epsilon")},
            {"theta", with(quantity(Dimension::angle, between(-360, 360)), "tilt of the axis from z")},
            {"phi", with(quantity(Dimension::angle, between(-360, 360)), "azimuth of the axis from x; 3D only")}};
}

}  // namespace

json medium() {
    json grids = model_file(unit_words(model_speed_units));
    grids["properties"]["unlikely"] =
        with(boolean(), "take speeds that no usual medium has, though they would be usual ones in another unit");
    grids["properties"]["density"] =
        with(model_file(unit_words(model_density_units)), "grid of the density, described like that of the speed");
    const json model = {{"anyOf", {choice<ExampleModel>(), grids}}};
    const json density = quantity(Dimension::density, positive(1e6));
    const json speed = quantity(Dimension::speed, positive(1e6));
    const json axis = with(choice({"x", "y", "z"}), "axis along which the speed changes", "z");
    const json layers =
        object({{"axis", axis},
                {"interfaces", with(list(length(), 1, 1000), "coordinates between the layers, ascending")},
                {"sound_speeds", with(list(speed, 2, 1001), "speed of each layer, one more than interfaces")},
                {"densities", with(list(density, 2, 1001), "density of each layer; 'density' when absent")}},
               {"interfaces", "sound_speeds"});
    const json gradient =
        object({{"axis", axis},
                {"from", with(length(), "coordinate up to which the first speed holds")},
                {"to", with(length(), "coordinate from which the second speed holds")},
                {"sound_speeds", with(list(speed, 2, 2), "the two speeds; linear between the coordinates")},
                {"densities", with(list(density, 2, 2), "the two densities; 'density' when absent")}},
               {"from", "to", "sound_speeds"});
    const json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                             {"to", with(point(), "corner with the larger coordinates")}},
                            {"from", "to"});
    const json block = object({{"box", with(box, "axis-parallel box")},
                               {"sound_speed", with(speed, "speed in it")},
                               {"density", with(density, "density in it; that of what lies under it when absent")}},
                              {"box", "sound_speed"});
    const json lens = object({{"centre", with(point(), "[x, y, z], or [x, z] in 2D")},
                              {"radius", with(length(positive(1e9)), "where the lens ends")},
                              {"sound_speed", with(speed, "speed in the centre")}},
                             {"centre", "radius", "sound_speed"});
    const json air = object(
        {{"temperature", with(quantity(Dimension::temperature, between(-20, 50)), "of the air", Air{}.temperature_c)},
         {"humidity", with(number(between(0, 1)), "relative humidity", Air{}.humidity)},
         {"pressure",
          with(quantity(Dimension::pressure, between(50e3, 200e3)), "static pressure", Air{}.pressure_pa)}});
    json lines = text();
    lines["x-lines"] = true;
    const json program_text = object({{"text", with(lines, "the program itself, as a file of one has it")}}, {"text"});
    const json parameters = {{"type", "object"}, {"additionalProperties", parameter()}};
    json result =
        object({{"program", with({{"anyOf", {text(), program_text}}},
                                 "file with equations of its own, below the scene's folder, or their text")},
                {"parameters", with(parameters, "values of the parameters of the program, by name")},
                {"field", with(text(), "field of the program that receivers and snapshots show")},
                {"air", with(air, "air that gives speed and density, and that absorbs sound after ISO 9613-1")},
                {"sound_speed", with(speed, "speed of sound", 343)},
                {"density", with(density, "density wherever no other key says otherwise", 1.2)},
                {"layers", with(layers, "layers across an axis, instead of sound_speed")},
                {"gradient", with(gradient, "speed that changes linearly along an axis, instead of sound_speed")},
                {"model", with(model, "grid of the speed in a file, or an example, instead of sound_speed")},
                {"boxes", with(list(block, 1, 10'000), "boxes with their own speed; later ones win")},
                {"lenses", with(list(lens, 1, 10'000),
                                "balls in which the speed goes smoothly to that of the centre, as cos^2(pi r / 2R)")},
                {"averaging", with(choice<Averaging>(),
                                   "what a node stands for: cell, the mean of its cell; node, the point where it lies",
                                   word_of(Averaging::cell))},
                {"storage", with(choice<MediumStorage>(), "what a node keeps: 4 bytes, or fewer, see docs",
                                 word_of(MediumStorage::float32))}});
    result["dependencies"] = {{"parameters", {"program"}}, {"field", {"program"}}};
    return result;
}

json tti() {
    json properties = thomsen();
    for (auto& [key, value] : properties.items()) value["default"] = 0;
    const json box = object({{"from", with(point(), "corner with the smaller coordinates")},
                             {"to", with(point(), "corner with the larger coordinates")}},
                            {"from", "to"});
    const json share = model_file(unit_words(model_share_units));
    const json angle = model_file(unit_words(model_angle_units));
    const json model = object({{"epsilon", with(share, "grid of epsilon")},
                               {"delta", with(share, "grid of delta")},
                               {"theta", with(angle, "grid of the tilt; interpolated as numbers")},
                               {"phi", with(angle, "grid of the azimuth; 3D only")}});
    json inside = thomsen();
    inside["box"] = with(box, "axis-parallel box");
    properties["form"] =
        with(choice<TtiForm>(),
             "self_adjoint: stable for any tilt; k73: the 73-point form of the literature, for constant tilt",
             word_of(TtiForm::self_adjoint));
    properties["absorber"] = with(choice<Anisotropy::Absorber>(),
                                  "what absorbs beyond the sides; auto: layers, with k73 a sponge below 16 cells",
                                  word_of(Anisotropy::Absorber::automatic));
    properties["layers"] = with(list(object(thomsen()), 1, 1001), "one entry per layer of the medium");
    properties["model"] = with(model, "grids of parameters in files, instead of those everywhere and in layers");
    properties["boxes"] = with(list(object(inside, {"box"}), 1, 10'000), "boxes with their own; later ones win");
    properties["around_source"] =
        with(choice<Anisotropy::AroundSource>(),
             "p_waves: sources and receivers act on P waves alone and may be exchanged; elliptical: no second wave, "
             "waves leave early; as_is: a second wave that stays; auto: p_waves, with k73 elliptical",
             word_of(Anisotropy::AroundSource::automatic));
    properties["growth"] =
        with(choice<Anisotropy::Growth>(), "accepted: run k73 where the tilt varies, though its field may grow",
             word_of(Anisotropy::Growth::refused));
    properties["clamp"] = with(boolean(), "where delta is above epsilon, use epsilon instead of refusing", false);
    return object(std::move(properties));
}

}  // namespace wavesim::schema
