// SPDX-License-Identifier: MIT
#include "io/result/written_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "io/atomic_file.hpp"
#include "io/child_process.hpp"
#include "io/hdf5_reader.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/manifest.hpp"
#include "io/result/shot_checksum.hpp"
#include "io/shown_field.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;

EnvironmentError refusal(const std::filesystem::path& path, const std::string& why) {
    return {EnvironmentError::Kind::io, "cannot read " + path.string() + ": " + why};
}

/// Range and mean square of numbers that arrive in parts.
struct Range {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    double squares = 0;
    std::int64_t count = 0;

    void add(const std::vector<double>& values) {
        for (const double value : values) {
            if (std::isnan(value)) continue;
            least = std::min(least, value);
            most = std::max(most, value);
            squares += value * value;
            ++count;
        }
    }
    double largest() const { return count > 0 ? std::max(std::abs(least), std::abs(most)) : 0; }
    double rms() const { return count > 0 ? std::sqrt(squares / static_cast<double>(count)) : 0; }
};

constexpr const char* field_of_snapshot = "/wavesim/field";
constexpr const char* field_of_shot = "/traces/field";

/// Name and units of the field of a program, or of the sound pressure.
std::vector<std::string> field_at(const Hdf5Reader& file, const std::string& path) {
    if (!file.has(path)) return {ShownField{}.name, ShownField{}.units};
    std::vector<std::string> field = file.strings(path);
    if (field.size() != 2) throw file.refusal(path + " is not name and units");
    return field;
}

ordered_json shot(const Hdf5Reader& file) {
    const std::vector<std::int64_t> shape = file.shape("/traces/pressure");
    if (shape.size() != 3 || shape[0] != 1) throw file.refusal("/traces/pressure is not (1, receiver, time)");
    const double time_step_s = file.attribute("/traces", "time_step_s", 1)[0];
    Range range;
    for (std::int64_t r = 0; r < shape[1]; ++r) range.add(file.block("/traces/pressure", {0, r, 0}, {1, 1, shape[2]}));
    const std::vector<std::string> field = field_at(file, field_of_shot);
    return {{"kind", "shot"},
            {"field", field[0]},
            {"units", field[1]},
            {"shot", static_cast<std::int64_t>(file.numbers("/traces/shot", 1).at(0))},
            {"receivers", shape[1]},
            {"samples", shape[2]},
            {"time_step_s", time_step_s},
            {"duration_s", static_cast<double>(shape[2]) * time_step_s},
            {"peak_pa", range.largest()},
            {"rms_pa", range.rms()}};
}

std::vector<std::int64_t> whole_numbers(const std::vector<double>& values) { return {values.begin(), values.end()}; }

ordered_json snapshot(const Hdf5Reader& file) {
    const std::vector<std::string> field = field_at(file, field_of_snapshot);
    const std::string pressure = "/VTKHDF/PointData/" + field[0];
    const std::vector<std::int64_t> shape = file.shape(pressure);
    if (shape.size() != 3) throw file.refusal(pressure + " is not (z, y, x)");
    Range range;
    for (std::int64_t z = 0; z < shape[0]; ++z) range.add(file.block(pressure, {z, 0, 0}, {1, shape[1], shape[2]}));
    return {{"kind", "snapshot"},
            {"field", field[0]},
            {"units", field[1]},
            {"time_s", file.attribute("/VTKHDF", "time_s", 1)[0]},
            {"nodes", whole_numbers(file.attribute("/VTKHDF", "nodes", 3))},
            {"first_node_m", file.attribute("/VTKHDF", "first_node_m", 3)},
            {"spacing_m", file.attribute("/VTKHDF", "Spacing", 3)[0]},
            {"least_pa", range.count > 0 ? range.least : 0},
            {"most_pa", range.count > 0 ? range.most : 0},
            {"rms_pa", range.rms()}};
}

/// Summary of an HDF5 file; `null` for a result.
ordered_json of_hdf5(const std::filesystem::path& path) {
    const Hdf5Reader file(path, {"report", "VTKHDF", "traces"});
    if (file.has("/report/json")) return nullptr;
    if (file.has("/VTKHDF/PointData/pressure") || file.has(field_of_snapshot)) return snapshot(file);
    if (file.has("/traces/pressure") && file.has("/traces/shot")) return shot(file);
    throw file.refusal("it is an HDF5 file that wavesim did not write");
}

std::int64_t big_endian(const std::string& bytes, std::size_t from, std::size_t count) {
    std::int64_t value = 0;
    for (std::size_t i = from; i < from + count; ++i) value = value * 256 + static_cast<unsigned char>(bytes[i]);
    return value;
}

ordered_json segy(const std::filesystem::path& path) {
    constexpr std::size_t head_bytes = 3600;
    std::ifstream stream(path, std::ios::binary);
    std::string head(head_bytes, '\0');
    if (!stream.read(head.data(), head_bytes)) throw refusal(path, "it is shorter than the headers of a SEG-Y file");
    // SEG-Y revision 1, bytes 3217, 3221, 3225 of the file
    const std::int64_t interval_us = big_endian(head, 3216, 2);
    const std::int64_t samples = big_endian(head, 3220, 2);
    const std::int64_t format = big_endian(head, 3224, 2);
    if (format != 5 || interval_us == 0 || samples == 0)
        throw refusal(path, "it is no SEG-Y file of wavesim (IEEE floats, format 5)");
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
    const std::int64_t trace_bytes = 240 + 4 * samples;
    const std::int64_t rest = size - static_cast<std::int64_t>(head_bytes);
    if (rest % trace_bytes != 0) throw refusal(path, "it ends within a trace");
    return {{"kind", "segy"},
            {"traces", rest / trace_bytes},
            {"samples", samples},
            {"interval_us", interval_us},
            {"duration_s", 1e-6 * static_cast<double>(samples * interval_us)}};
}

/// A folder whose run ended before it could write result.h5, or is still running.
ordered_json unfinished(const std::filesystem::path& folder) {
    const std::optional<ResultManifest> manifest = read_manifest(folder);
    if (!manifest) throw refusal(folder, "the folder holds no result.h5, and wavesim did not write it");
    std::int64_t shots = 0, shots_planned = 0;
    ordered_json files = ordered_json::array();
    for (const std::string& file : manifest->files) {
        const bool is_shot = file.starts_with("shots/");
        const bool there = std::filesystem::exists(folder / file);
        shots_planned += is_shot;
        shots += is_shot && there;
        if (there && !is_shot) files.push_back(file);
    }
    return {{"kind", "unfinished"},
            {"running", is_locked(folder)},
            {"scene_name", manifest->scene_name},
            {"scene_hash", manifest->scene_hash},
            {"shots", shots},
            {"shots_planned", shots_planned},
            {"files", files}};
}

/// Whether the file is HDF5, from its beginning or from the end of a shot's integrity record on.
bool is_hdf5(const std::filesystem::path& path) {
    const auto signature_at = [&path](std::int64_t byte) {
        std::array<char, 8> head{};
        std::ifstream stream(path, std::ios::binary);
        errno = 0;
        stream.seekg(byte).read(head.data(), head.size());
        if (stream.bad() && errno == EIO) throw io_error("read", path, EIO);
        return stream && std::string(head.data(), head.size()) == "\x89HDF\r\n\x1a\n";
    };
    return signature_at(0) || signature_at(record_bytes);
}

}  // namespace

std::filesystem::path result_folder(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    if (!fs::is_directory(path) || fs::exists(path / "result.h5") || fs::exists(path / manifest_name)) return path;
    fs::path inner = fs::absolute(path).lexically_normal();
    if (!inner.has_filename()) inner = inner.parent_path();  // the path has a / at its end
    const fs::path above = inner.parent_path();
    return fs::exists(above / manifest_name) ? above : path;
}

std::optional<ordered_json> summarise_written_file(const std::filesystem::path& path) {
    if (std::filesystem::is_directory(path)) {
        const std::filesystem::path folder = result_folder(path);
        if (std::filesystem::exists(folder / "result.h5")) return {};
        return unfinished(folder);
    }
    const bool readable = std::filesystem::is_regular_file(path) && std::ifstream(path).good();
    if (!readable) return {};  // read_result_summary reports the reason
    if (path.extension() == ".sgy") return segy(path);
    if (!is_hdf5(path))
        throw refusal(path,
                      "it is no HDF5 file (info reads result.h5 and its folder, files of shots/ and snapshots/, and "
                      "traces.sgy)");
    constexpr unsigned seconds = 600;
    const ChildAnswer answer = run_in_child([&path] { return of_hdf5(path).dump(); }, seconds);
    if (answer.kind == ChildAnswer::Kind::refused) throw EnvironmentError(EnvironmentError::Kind::io, answer.text);
    if (answer.kind == ChildAnswer::Kind::crashed) throw refusal(path, "it is damaged (the HDF5 library failed on it)");
    ordered_json summary = ordered_json::parse(answer.text);
    if (summary.is_null()) return {};
    return summary;
}

}  // namespace wavesim
