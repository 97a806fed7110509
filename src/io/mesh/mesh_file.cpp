// SPDX-License-Identifier: MIT
#include "io/mesh/mesh_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <system_error>

#include "io/mesh/obj_file.hpp"
#include "io/mesh/ply_file.hpp"
#include "io/mesh/stl_file.hpp"

namespace wavesim {

std::optional<MeshFormat> mesh_format_of(const std::string& file) {
    std::string ending = std::filesystem::path(file).extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".obj") return MeshFormat::obj;
    if (ending == ".stl") return MeshFormat::stl;
    if (ending == ".ply") return MeshFormat::ply;
    return std::nullopt;
}

std::string read_mesh_bytes(const std::filesystem::path& path, const std::string& name) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    std::string bytes(error ? 0 : static_cast<std::size_t>(size), '\0');
    if (error || !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
        throw InputFileError(Rule::mesh_file, "the file " + shown(name) + " cannot be read");
    return bytes;
}

TriangleMesh parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name) {
    switch (format) {
        case MeshFormat::obj: return parse_obj(bytes, name);
        case MeshFormat::stl: return parse_stl(bytes, name);
        case MeshFormat::ply: break;
    }
    return parse_ply(bytes, name);
}

Point placed(const MeshPlacing& placing, const Point& in_file) {
    const Point p = placing.y_up ? Point{in_file.x, -in_file.z, in_file.y} : in_file;
    return {placing.origin_m.x + placing.unit_m * p.x, placing.origin_m.y + placing.unit_m * p.y,
            placing.origin_m.z + placing.unit_m * p.z};
}

}  // namespace wavesim
