// SPDX-License-Identifier: MIT
#include "io/mesh/stl_file.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "io/mesh/mesh_builder.hpp"
#include "io/mesh/mesh_words.hpp"

namespace wavesim {

static_assert(std::endian::native == std::endian::little, "STL has its numbers in the order of little-endian machines");

namespace {

constexpr std::size_t head = 84, record = 50, normal = 12;

std::size_t binary_count(std::string_view bytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + head - 4, sizeof count);
    return count;
}

TriangleMesh parse_binary(std::string_view bytes, MeshBuilder& mesh) {
    const std::size_t count = binary_count(bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = head + record * i;
        std::array<float, 9> values{};
        std::memcpy(values.data(), bytes.data() + at + normal, sizeof values);
        const auto first = static_cast<std::uint32_t>(mesh.corners());
        const std::string where = "byte " + std::to_string(at);
        for (std::size_t c = 0; c < 3; ++c)
            mesh.add_corner({values[3 * c], values[3 * c + 1], values[3 * c + 2]}, where);
        mesh.add_polygon(std::array{first, first + 1, first + 2}, where);
    }
    return mesh.finish();
}

TriangleMesh parse_text(std::string_view text, MeshBuilder& mesh) {
    MeshLines lines(text);
    std::size_t corners = 0;
    while (lines.next()) {
        const std::string_view key = lines.word();
        const std::string where = std::to_string(lines.number());
        if (key == "solid") {
            const std::string_view solid = lines.tail();
            mesh.set_material(solid.empty() ? "default" : solid, where);
            mesh.set_part(solid.empty() ? "default" : solid, where);
        } else if (key == "vertex") {
            double at[3];
            for (double& coordinate : at) {
                const std::string_view word = lines.word();
                const auto value = number_of<double>(word);
                if (!value)
                    mesh.fail(where, word.empty() ? "a vertex has three coordinates (x, y, z)"
                                                  : shown(word) + " is not a number");
                coordinate = *value;
            }
            mesh.add_corner({at[0], at[1], at[2]}, where);
            if (++corners == 3) {
                const auto end = static_cast<std::uint32_t>(mesh.corners());
                mesh.add_polygon(std::array{end - 3, end - 2, end - 1}, where);
            } else if (corners > 3) {
                mesh.fail(where, "a facet has three vertices");
            }
        } else if (key == "endfacet") {
            if (corners != 3) mesh.fail(where, "a facet has three vertices");
            corners = 0;
        }
    }
    if (corners != 0) mesh.fail(std::to_string(lines.number()), "the file ends within a facet");
    return mesh.finish();
}

}  // namespace

TriangleMesh parse_stl(std::string_view bytes, const std::string& name) {
    MeshBuilder mesh(name);
    // Some binary files also begin with "solid"; they are recognised by their size.
    if (bytes.size() >= head && bytes.size() == head + record * binary_count(bytes)) return parse_binary(bytes, mesh);
    const std::string_view text = without_mark(bytes);
    if (text.starts_with("solid") && text.find('\0') == std::string_view::npos) return parse_text(text, mesh);
    if (bytes.size() < head) mesh.fail("", "is neither STL text, which begins with 'solid', nor binary STL");
    mesh.fail("", "has " + std::to_string(bytes.size()) + " bytes, binary STL of " +
                      std::to_string(binary_count(bytes)) + " triangles has " +
                      std::to_string(head + record * binary_count(bytes)));
}

}  // namespace wavesim
