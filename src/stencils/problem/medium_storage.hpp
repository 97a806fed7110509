// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wavesim {

/// How the factors of a varying speed (NodeFactors) are stored: as floats, in 65536 equal steps, or as indices into a
/// table of at most 256 or 65536 values.
enum class MediumStorage { float32, int16, index8, index16 };
std::string to_string(MediumStorage storage);
/// Bytes of one node's factor.
int bytes_of(MediumStorage storage);

/// How a code becomes a factor: table[code], or `most - code step` if the table is empty. `step` has so few digits that
/// the product is exact. So the difference is the same with and without fused units, and never above `most`.
struct FactorCode {
    MediumStorage storage = MediumStorage::float32;
    float most = 1;
    float step = 0;
    std::vector<float> table;  ///< ascending

    float decode(std::uint32_t code) const {
        return storage == MediumStorage::int16 ? most - static_cast<float>(code) * step : table[code];
    }
    /// The code whose factor (in a table: whose speed) is nearest. Its factor is above 0, like `factor`.
    std::uint32_t encode(float factor) const;
};

/// The code for factors in (0, 1]: equal steps between the smallest and the largest; or a table. The table has the
/// factors themselves if there are few enough, else evenly spaced speeds from the slowest to the fastest. The largest
/// factor keeps its value, so the medium stays as stable as it was.
FactorCode make_factor_code(const std::vector<float>& factors, MediumStorage storage);

/// Factors by logical index, as codes or as floats.
class StoredFactors {
  public:
    StoredFactors() = default;
    /// Stores factors with the code that make_factor_code() gives for them.
    StoredFactors(const std::vector<float>& factors, MediumStorage storage);
    /// For `nodes` factors in this code, which append() adds in parts.
    StoredFactors(FactorCode code, std::int64_t nodes);
    void append(std::span<const float> factors);

    const FactorCode& code() const { return code_; }
    std::int64_t size() const { return static_cast<std::int64_t>(narrow_.size() + wide_.size()); }
    std::uint32_t code_at(std::size_t i) const { return narrow_.empty() ? wide_[i] : narrow_[i]; }
    float operator[](std::size_t i) const { return code_.decode(code_at(i)); }

  private:
    FactorCode code_;
    std::vector<std::uint8_t> narrow_;
    std::vector<std::uint16_t> wide_;
};

}  // namespace wavesim
