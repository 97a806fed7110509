// SPDX-License-Identifier: MIT
#include "io/scene/schema_surface.hpp"

#include "boundary/words.hpp"
#include "io/scene/schema_words.hpp"

namespace wavesim::schema {

namespace {

constexpr std::int64_t most_octaves = 20, most_thirds = 60;

/// Each key is a frequency, or `octaves` or `thirds` is a list of values from the band `from` on. Tables of absorption
/// may have values above 1.
json absorption_by_frequency() {
    const json share = number(between(0, 2));
    json result = object(
        {{"from", with(quantity(Dimension::frequency, positive(1e6)), "middle of the first band")},
         {"octaves", with(list(share, 1, most_octaves), "one value per octave, from the first band on")},
         {"thirds", with(list(share, 1, most_thirds), "one value per third of an octave, from the first band on")}});
    result["minProperties"] = 1;
    result["additionalProperties"] = share;
    result["dependencies"] = {{"octaves", {"from"}}, {"thirds", {"from"}}};
    return result;
}

/// Complex numbers by frequency, from a file or in the scene.
json wall_table(json properties, const std::vector<std::string>& required) {
    const json rows = list(list(number(json::object()), 3, 3), 2, 1000);
    properties["file"] = with(text(), "CSV file of frequency, real and imaginary part, relative to the scene's folder");
    properties["table"] = with(rows, "[frequency in Hz, real part, imaginary part] for each frequency");
    json result = object(std::move(properties), required);
    return one_of(result, {"file", "table"});
}

json porous() {
    return object({{"thickness", with(length(positive(10)), "of the layer")},
                   {"flow_resistivity",
                    with(quantity(Dimension::flow_resistivity, between(100, 1e7)), "of the material, by ISO 9053-1")},
                   {"gap", with(length(between(0, 10)), "air between the layer and the wall behind it", 0)}},
                  {"thickness", "flow_resistivity"});
}

const std::vector<std::string> surface_laws{"absorption", "admittance", "impedance", "porous"};

}  // namespace

json surface_object() {
    json properties = {
        {"absorption", with({{"anyOf", {number(between(0, 1)), absorption_by_frequency()}}},
                            "share of the sound energy that the surface takes, 0 to 1, or one for each frequency")},
        {"incidence", with(choice<Incidence>(),
                           "random: the absorption coefficient of tables and reverberation rooms; normal: of an "
                           "impedance tube",
                           word_of(Incidence::random))},
        {"admittance", with({{"anyOf", {number(between(0, 1e6)), wall_table(json::object(), {})}}},
                            "specific admittance rho c / Z (0 rigid, 1 matched), or a complex one for each frequency")},
        {"impedance",
         with(wall_table({{"unit", with(choice({"rayl", "rho_c"}), "of the numbers: Pa s/m, or rho c")}}, {"unit"}),
              "complex surface impedance for each frequency")},
        {"porous", with(porous(), "a layer of wool or foam on a rigid wall, by the formulas of Miki")}};
    json result = object(std::move(properties));
    result["dependencies"] = {{"incidence", {"absorption"}}};
    result["x-words"] = {word_of(SurfaceLaw::Kind::rigid)};
    one_of(result, surface_laws);
    return result;
}

json surface(const char* description) {
    json word = text();
    word["examples"] = {word_of(SurfaceLaw::Kind::rigid)};
    return with({{"anyOf", {word, surface_object()}}}, description);
}

/// A surface, or a kind that only a side of the domain can have.
json side(const char* description) {
    json layer = object(
        {{"cells", with(integer(1, 1000), "width in cells of the grid, outside the domain", 20)},
         {"reflection", with(number(above(0, 0.1)),
                             "what a wave that arrives head-on keeps in theory; by width and stencil when absent")}});
    json properties = surface_object()["properties"];
    properties["absorbing"] = with(layer, "absorbing layer that ends the grid as if space went on");
    json bearer = object(std::move(properties));
    bearer["dependencies"] = {{"incidence", {"absorption"}}};
    std::vector<std::string> laws = surface_laws;
    laws.emplace_back("absorbing");
    one_of(bearer, laws);
    bearer["x-words"] = {word_of(SurfaceLaw::Kind::rigid), word_of(SideKind::free_surface)};
    json word = text();
    word["examples"] = {word_of(SurfaceLaw::Kind::rigid), word_of(SideKind::absorbing),
                        word_of(SideKind::free_surface)};
    return with({{"anyOf", {word, bearer}}}, description);
}

}  // namespace wavesim::schema
