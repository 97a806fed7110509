// SPDX-License-Identifier: MIT
#include "io/model/sample_type.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace wavesim {

std::optional<SampleType> sample_type(std::string_view name, bool big_endian) {
    using Kind = SampleType::Kind;
    if (name == "float32") return SampleType{Kind::ieee, 4, big_endian};
    if (name == "float64") return SampleType{Kind::ieee, 8, big_endian};
    const Kind kind = name.substr(0, 1) == "u" ? Kind::unsigned_integer : Kind::signed_integer;
    if (kind == Kind::unsigned_integer) name.remove_prefix(1);
    if (name == "int8") return SampleType{kind, 1, big_endian};
    if (name == "int16") return SampleType{kind, 2, big_endian};
    if (name == "int32") return SampleType{kind, 4, big_endian};
    return std::nullopt;
}

double decode_sample(const SampleType& type, const unsigned char* bytes) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.bytes; ++i) bits = bits << 8U | bytes[type.big_endian ? i : type.bytes - 1 - i];
    switch (type.kind) {
        case SampleType::Kind::ieee:
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
