// SPDX-License-Identifier: MIT
#include "io/mesh/ply_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "io/mesh/mesh_builder.hpp"
#include "io/mesh/mesh_words.hpp"

namespace wavesim {

namespace {

enum class Kind { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::optional<Kind> kind_of(std::string_view word) {
    static constexpr auto words =
        std::to_array<std::string_view>({"char", "uchar", "short", "ushort", "int", "uint", "float", "double", "int8",
                                         "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"});
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return std::nullopt;
    return static_cast<Kind>((found - words.begin()) % 8);
}

std::size_t size_of(Kind kind) {
    static constexpr std::array<std::size_t, 8> sizes{1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(kind)];
}

struct Property {
    std::string name;
    Kind kind;
    std::optional<Kind> count;  ///< type of the count of a list
};

struct Element {
    std::string name;
    std::uint64_t count;
    std::vector<Property> properties;
};

class PlyReading {
  public:
    PlyReading(std::string_view bytes, const std::string& name) : bytes_(bytes), lines_(bytes), mesh_(name) {}

    TriangleMesh read() {
        read_head();
        for (const Element& element : elements_)
            for (const char* const coordinate : {"x", "y", "z"})
                if (element.name == "vertex" &&
                    std::ranges::count(element.properties, coordinate, &Property::name) != 1)
                    mesh_.fail("", std::string("a vertex has no ") + coordinate);
        for (const Element& element : elements_)
            if (element.properties.empty() && element.count > 0)
                mesh_.fail("", "the element " + shown(element.name) + " has no properties");
        for (const Element& element : elements_)
            for (std::uint64_t i = 0; i < element.count; ++i) read_item(element);
        return mesh_.finish();
    }

  private:
    std::string where() const { return text_ ? std::to_string(lines_.number()) : "byte " + std::to_string(at_); }

    void read_head() {
        if (!lines_.next() || lines_.word() != "ply") mesh_.fail("1", "a PLY file begins with the line 'ply'");
        while (true) {
            if (!lines_.next()) mesh_.fail(where(), "the header has no end ('end_header')");
            const std::string_view key = lines_.word();
            if (key == "end_header") break;
            if (key == "format") {
                const std::string_view format = lines_.word();
                if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian")
                    mesh_.fail(where(), "the format " + shown(format) + " is not known");
                text_after_head_ = format == "ascii";
                swapped_ = format == "binary_big_endian";
            } else if (key == "element") {
                const std::string name(lines_.word());
                const auto count = number_of<std::uint64_t>(lines_.word());
                if (!count) mesh_.fail(where(), "an element has a name and a count");
                elements_.push_back({name, *count, {}});
            } else if (key == "property") {
                read_property();
            }
        }
        at_ = bytes_.size() - lines_.rest().size();
        text_ = text_after_head_;
    }

    void read_property() {
        if (elements_.empty()) mesh_.fail(where(), "a property follows its element");
        const auto kind = [this] {
            const std::string_view word = lines_.word();
            const auto found = kind_of(word);
            if (!found) mesh_.fail(where(), "the type " + shown(word) + " is not known");
            return *found;
        };
        std::string_view word = lines_.word();
        Property property{};
        if (word == "list") {
            property.count = kind();
            property.kind = kind();
        } else {
            const auto found = kind_of(word);
            if (!found) mesh_.fail(where(), "the type " + shown(word) + " is not known");
            property.kind = *found;
        }
        property.name = lines_.word();
        elements_.back().properties.push_back(property);
    }

    double number(Kind kind) {
        if (text_) {
            const std::string_view word = lines_.word();
            const auto value = number_of<double>(word);
            if (!value)
                mesh_.fail(where(), word.empty() ? "the line has too few numbers" : shown(word) + " is not a number");
            return *value;
        }
        const std::size_t size = size_of(kind);
        if (bytes_.size() - at_ < size) mesh_.fail(where(), "the file ends within its elements");
        std::array<unsigned char, 8> raw{};
        for (std::size_t i = 0; i < size; ++i)
            raw[swapped_ ? size - 1 - i : i] = static_cast<unsigned char>(bytes_[at_ + i]);
        at_ += size;
        const auto as = [&raw](auto value) {
            std::memcpy(&value, raw.data(), sizeof value);
            return static_cast<double>(value);
        };
        switch (kind) {
            case Kind::int8: return as(std::int8_t{});
            case Kind::uint8: return as(std::uint8_t{});
            case Kind::int16: return as(std::int16_t{});
            case Kind::uint16: return as(std::uint16_t{});
            case Kind::int32: return as(std::int32_t{});
            case Kind::uint32: return as(std::uint32_t{});
            case Kind::float32: return as(float{});
            case Kind::float64: break;
        }
        return as(double{});
    }

    void read_item(const Element& element) {
        if (text_ && !lines_.next()) mesh_.fail(where(), "the file ends within its elements");
        const std::string here = where();
        std::array<double, 3> corner{};
        for (const Property& property : element.properties) {
            if (property.count) {
                const double count = number(*property.count);
                constexpr double most = 4294967295;  // largest 32-bit count
                if (!(count >= 0 && count <= most) || count != std::floor(count))
                    mesh_.fail(here, "the count of a list is no whole number");
                list_.clear();
                for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i)
                    list_.push_back(number(property.kind));
                if (element.name == "face" && (property.name == "vertex_indices" || property.name == "vertex_index"))
                    add_face(here);
            } else {
                const double value = number(property.kind);
                if (property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z')
                    corner[static_cast<std::size_t>(property.name[0] - 'x')] = value;
            }
        }
        if (element.name == "vertex") mesh_.add_corner({corner[0], corner[1], corner[2]}, here);
    }

    void add_face(const std::string& here) {
        face_.clear();
        for (const double index : list_) {
            if (!(index >= 0 && index < static_cast<double>(mesh_.corners()) && index == std::floor(index)))
                mesh_.fail(here, "a face names a vertex that is not there");
            face_.push_back(static_cast<std::uint32_t>(index));
        }
        mesh_.add_polygon(face_, here);
    }

    std::string_view bytes_;
    MeshLines lines_;
    MeshBuilder mesh_;
    std::vector<Element> elements_;
    std::vector<double> list_;
    std::vector<std::uint32_t> face_;
    std::size_t at_ = 0;
    bool text_ = true, text_after_head_ = true, swapped_ = false;
};

}  // namespace

TriangleMesh parse_ply(std::string_view bytes, const std::string& name) { return PlyReading(bytes, name).read(); }

}  // namespace wavesim
