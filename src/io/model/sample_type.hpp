// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavesim {

/// Format of a number in a file.
struct SampleType {
    enum class Kind { ieee, ibm, signed_integer, unsigned_integer };
    Kind kind = Kind::ieee;
    std::size_t bytes = 4;
    bool big_endian = false;
    bool operator==(const SampleType&) const = default;
};

/// `float16`, `float32`, `float64`, `int8` ... `int32`, `uint8` ... `uint32`.
std::vector<std::string> sample_type_names();
/// The type with such a name.
std::optional<SampleType> sample_type(std::string_view name, bool big_endian);

/// The number at `bytes`. IBM floats: sign, 7 bits exponent of 16 with bias 64, 24 bits fraction.
double decode_sample(const SampleType& type, const unsigned char* bytes);

}  // namespace wavesim
