// SPDX-License-Identifier: MIT
#include "stencils/problem/state.hpp"

#include <algorithm>
#include <array>

namespace wavesim {

namespace {

constexpr std::array<const char*, 3> type_names{"int64", "float32", "float64"};
constexpr std::array<std::int64_t, 3> type_bytes{8, 4, 8};

std::string text_of(const ArrayInfo& info) {
    std::string shape;
    for (const std::int64_t n : info.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(n);
    return std::string(type_names[static_cast<std::size_t>(info.type)]) + " (" + shape + "), version " +
           std::to_string(info.version);
}

/// The description of the array of that name; nullptr if there is none.
const ArrayInfo* find(const std::vector<ArrayInfo>& arrays, const std::string& name) {
    const auto found = std::ranges::find(arrays, name, &ArrayInfo::name);
    return found == arrays.end() ? nullptr : &*found;
}

void expect_the_same(const std::vector<ArrayInfo>& found, const std::vector<StateArray>& wanted) {
    for (const StateArray& array : wanted) {
        const ArrayInfo* info = find(found, array.info.name);
        if (!info && array.info.bytes() == 0) continue;
        if (!info) throw StateError("the state has no array '" + array.info.name + "'");
        if (*info != array.info)
            throw StateError("array '" + info->name + "' of the state is " + text_of(*info) + ", not " +
                             text_of(array.info));
    }
    for (const ArrayInfo& info : found) {
        const auto same = [&info](const StateArray& array) { return array.info.name == info.name; };
        if (info.bytes() > 0 && std::ranges::none_of(wanted, same))
            throw StateError("the state has an array '" + info.name + "', which has no place here");
    }
    for (auto info = found.begin(); info != found.end(); ++info)
        if (std::find_if(info + 1, found.end(), [&](const ArrayInfo& other) { return other.name == info->name; }) !=
            found.end())
            throw StateError("the state has two arrays of one name");
}

}  // namespace

std::int64_t bytes_of(ElementType type) { return type_bytes[static_cast<std::size_t>(type)]; }

std::int64_t ArrayInfo::bytes() const {
    std::int64_t bytes = bytes_of(type);
    for (const std::int64_t n : shape) bytes *= n;
    return bytes;
}

void save_memory(StateSink& sink, std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += most_state_part)
        sink.write(bytes.subspan(at, std::min<std::size_t>(most_state_part, bytes.size() - at)));
}

void load_memory(StateSource& source, std::span<std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += most_state_part)
        source.read(bytes.subspan(at, std::min<std::size_t>(most_state_part, bytes.size() - at)));
}

void save_state(StateSink& sink, const std::vector<StateArray>& arrays) {
    for (const StateArray& array : arrays) {
        sink.begin(array.info);
        array.save(sink);
    }
}

std::vector<std::int64_t> even_planes(std::int64_t nz, std::int64_t per_plane, std::int64_t before) {
    std::vector<std::int64_t> planes;
    for (std::int64_t z = 0; z <= nz; ++z) planes.push_back(before + z * per_plane);
    return planes;
}

void load_state(StateSource& source, const std::vector<StateArray>& arrays) {
    expect_the_same(source.arrays(), arrays);
    for (const StateArray& array : arrays) {
        if (!find(source.arrays(), array.info.name)) continue;  // an empty array may be missing
        source.open(array.info.name);
        array.load(source);
    }
}

std::int64_t rows_in(const StateSource& source, const std::string& name) {
    const ArrayInfo* info = find(source.arrays(), name);
    if (!info) throw StateError("the state has no array '" + name + "'");
    if (info->shape.empty() || info->shape.front() < 0)
        throw StateError("array '" + name + "' of the state is " + text_of(*info));
    return info->shape.front();
}

}  // namespace wavesim
