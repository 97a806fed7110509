// SPDX-License-Identifier: MIT
#include "io/mesh/obj_file.hpp"

#include <cstdint>
#include <vector>

#include "io/mesh/mesh_builder.hpp"
#include "io/mesh/mesh_words.hpp"

namespace wavesim {

namespace {

class ObjReading {
  public:
    ObjReading(std::string_view text, const std::string& name) : lines_(without_mark(text)), mesh_(name) {}

    TriangleMesh read() {
        while (lines_.next()) {
            const std::string_view key = lines_.word();
            if (key == "v")
                read_corner();
            else if (key == "f")
                read_face();
            else if (key == "usemtl")
                mesh_.set_material(named(lines_.tail()), where());
            else if (key == "g" || key == "o")
                mesh_.set_part(named(lines_.tail()), where());
        }
        return mesh_.finish();
    }

  private:
    std::string where() const { return std::to_string(lines_.number()); }
    static std::string_view named(std::string_view name) { return name.empty() ? "default" : name; }

    void read_corner() {
        double at[3];
        for (double& coordinate : at) {
            const std::string_view word = lines_.word();
            const auto value = number_of<double>(word);
            if (!value)
                mesh_.fail(where(), word.empty() ? "a corner has three coordinates (x, y, z)"
                                                 : shown(word) + " is not a number");
            coordinate = *value;
        }
        mesh_.add_corner({at[0], at[1], at[2]}, where());
    }

    /// Corners are numbered from 1, or backwards from the last one with -1. Texture and normal follow after slashes.
    void read_face() {
        face_.clear();
        for (std::string_view word = lines_.word(); !word.empty() && word[0] != '#'; word = lines_.word()) {
            if (word == "\\") {  // the face continues in the next line
                lines_.next();
                continue;
            }
            const auto index = number_of<std::int64_t>(word.substr(0, word.find('/')));
            if (!index) mesh_.fail(where(), shown(word) + " names no corner");
            const auto count = static_cast<std::int64_t>(mesh_.corners());
            const std::int64_t corner = *index < 0 ? count + *index : *index - 1;
            if (corner < 0 || corner >= count)
                mesh_.fail(where(), "there is no corner " + std::to_string(*index) + " (the file has had " +
                                        std::to_string(count) + " up to here)");
            face_.push_back(static_cast<std::uint32_t>(corner));
        }
        mesh_.add_polygon(face_, where());
    }

    MeshLines lines_;
    MeshBuilder mesh_;
    std::vector<std::uint32_t> face_;
};

}  // namespace

TriangleMesh parse_obj(std::string_view text, const std::string& name) { return ObjReading(text, name).read(); }

}  // namespace wavesim
