// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wavesim {

/// How the factors of a speed that varies (NodeFactors) are stored: as they are, in 65536 even steps, or as numbers of
/// a table of at most 256 or 65536 values.
enum class MediumStorage { float32, int16, index8, index16 };
std::string to_string(MediumStorage storage);
/// Bytes of one node's factor.
int bytes_of(MediumStorage storage);

/// How a number becomes a factor: table[code], or `most - code step` where the table is empty. `step` has so few digits
/// that the product is exact: the difference is the same with and without fused units, and never above `most`.
struct FactorCode {
    MediumStorage storage = MediumStorage::float32;
    float most = 1;
    float step = 0;
    std::vector<float> table;  ///< ascending

    float decode(std::uint32_t code) const {
        return storage == MediumStorage::int16 ? most - static_cast<float>(code) * step : table[code];
    }
    /// The code whose factor (in a table: whose speed) is nearest. The factor that it stands for is above 0, as
    /// `factor` is.
    std::uint32_t encode(float factor) const;
};

/// The code for some factors in (0, 1]: steps between the least and the greatest; or their table where there are no
/// more values than it holds, else one of evenly spaced speeds from the slowest to the fastest. The greatest factor
/// keeps its value, so the medium stays as stable as it was.
FactorCode make_factor_code(const std::vector<float>& factors, MediumStorage storage);

/// Factors by logical index, as codes or as they are.
class StoredFactors {
  public:
    StoredFactors() = default;
    /// With the code that make_factor_code() has for them.
    StoredFactors(const std::vector<float>& factors, MediumStorage storage);
    /// Takes `nodes` factors in this code, which append() gives it part after part.
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
