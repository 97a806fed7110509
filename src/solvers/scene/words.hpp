// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/example_model.hpp"
#include "solvers/scene/resampling.hpp"
#include "solvers/scene/scene.hpp"
#include "stencils/grid/enum_words.hpp"

// User-visible words of the enumerations in this folder (stencils/grid/enum_words.hpp).

namespace wavesim {

template <>
struct EnumWords<ExampleModel> {
    static constexpr auto words =
        std::to_array<std::string_view>({"two-layers", "dipping-fault", "salt-body", "layers-tti"});
};

template <>
struct EnumWords<Averaging> {
    static constexpr auto words = std::to_array<std::string_view>({"cell", "node"});
};

template <>
struct EnumWords<Registration> {
    static constexpr auto words = std::to_array<std::string_view>({"cell", "corner"});
};

template <>
struct EnumWords<Resampling> {
    static constexpr auto words = std::to_array<std::string_view>({"linear", "nearest"});
};

template <>
struct EnumWords<Anisotropy::Absorber> {
    static constexpr auto words = std::to_array<std::string_view>({"auto", "layers", "sponge"});
};

template <>
struct EnumWords<Anisotropy::AroundSource> {
    static constexpr auto words = std::to_array<std::string_view>({"auto", "elliptical", "as_is", "p_waves"});
};

template <>
struct EnumWords<Anisotropy::Growth> {
    static constexpr auto words = std::to_array<std::string_view>({"refused", "accepted"});
};

template <>
struct EnumWords<SignalKind> {
    static constexpr auto words =
        std::to_array<std::string_view>({"ricker", "gaussian", "dgauss", "sine", "impulse", "file"});
};

template <>
struct EnumWords<TimeFilter> {
    static constexpr auto words = std::to_array<std::string_view>({"auto", "on", "off"});
};

template <>
struct EnumWords<Placement> {
    static constexpr auto words = std::to_array<std::string_view>({"interpolated", "nearest"});
};

template <>
struct EnumWords<GatherStyle> {
    static constexpr auto words = std::to_array<std::string_view>({"wiggle", "density"});
};

template <>
struct EnumWords<TimeCorrection> {
    static constexpr auto words = std::to_array<std::string_view>({"auto", "on", "off"});
};

template <>
struct EnumWords<ExactReference> {
    static constexpr auto words = std::to_array<std::string_view>({"none", "free_field", "shoebox"});
};

template <>
struct EnumWords<MeshWalls::Air> {
    static constexpr auto words = std::to_array<std::string_view>({"enclosed", "open"});
};

template <>
struct EnumWords<MeshWalls::Form> {
    static constexpr auto words = std::to_array<std::string_view>({"auto", "voxel", "areas", "cut"});
};

template <>
struct EnumWords<Survey::Spread> {
    static constexpr auto words = std::to_array<std::string_view>({"fixed", "towed", "rolling", "file"});
};

}  // namespace wavesim
