// SPDX-License-Identifier: MIT
#include "io/model/sample_type.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace wavesim {

namespace {

struct NamedType {
    std::string_view name;
    SampleType::Kind kind;
    std::size_t bytes;
};
using Kind = SampleType::Kind;
constexpr auto named_types = std::to_array<NamedType>({{"float16", Kind::ieee, 2},
                                                       {"float32", Kind::ieee, 4},
                                                       {"float64", Kind::ieee, 8},
                                                       {"int8", Kind::signed_integer, 1},
                                                       {"int16", Kind::signed_integer, 2},
                                                       {"int32", Kind::signed_integer, 4},
                                                       {"uint8", Kind::unsigned_integer, 1},
                                                       {"uint16", Kind::unsigned_integer, 2},
                                                       {"uint32", Kind::unsigned_integer, 4}});

/// IEEE 754 binary16: sign, 5 bits exponent with bias 15, 10 bits fraction.
double half(unsigned bits) {
    const unsigned exponent = bits >> 10U & 0x1FU;
    const auto fraction = static_cast<double>(bits & 0x3FFU);
    const double size = exponent == 0    ? std::ldexp(fraction, -24)
                        : exponent == 31 ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                                         : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
    return (bits >> 15U) != 0 ? -size : size;
}

}  // namespace

std::vector<std::string> sample_type_names() {
    std::vector<std::string> names;
    for (const NamedType& type : named_types) names.emplace_back(type.name);
    return names;
}

std::optional<SampleType> sample_type(std::string_view name, bool big_endian) {
    for (const NamedType& type : named_types)
        if (type.name == name) return SampleType{type.kind, type.bytes, big_endian};
    return std::nullopt;
}

double decode_sample(const SampleType& type, const unsigned char* bytes) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.bytes; ++i) bits = bits << 8U | bytes[type.big_endian ? i : type.bytes - 1 - i];
    switch (type.kind) {
        case SampleType::Kind::ieee:
            if (type.bytes == 2) return half(static_cast<unsigned>(bits));
            return type.bytes == 8 ? std::bit_cast<double>(bits)
                                   : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case SampleType::Kind::ibm: {
            const double fraction = static_cast<double>(bits & 0xFFFFFFU);
            const int exponent = 4 * (static_cast<int>(bits >> 24U & 0x7FU) - 64) - 24;
            return (bits >> 31U) != 0 ? -std::ldexp(fraction, exponent) : std::ldexp(fraction, exponent);
        }
        case SampleType::Kind::unsigned_integer: return static_cast<double>(bits);
        case SampleType::Kind::signed_integer: break;
    }
    const unsigned unused = 64U - 8U * static_cast<unsigned>(type.bytes);
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace wavesim
