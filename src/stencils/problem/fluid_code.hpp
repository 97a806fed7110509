// SPDX-License-Identifier: MIT
#pragma once
#include <bit>
#include <cstdint>

#include "stencils/problem/fluid_medium.hpp"

namespace wavesim {

/// A code of positive floats in 16 bits: the bits of the value are `code` steps above those of the smallest. The bit
/// patterns of positive floats ascend with their values, 2^23 per factor of two. So a step is nearly the same fraction
/// of every value. One integer multiply-add decodes to the same float on every machine.
struct BitCode {
    std::uint32_t base = 0;  ///< bits of the smallest value
    std::uint32_t step = 1;

    float decode(std::uint32_t code) const { return std::bit_cast<float>(base + code * step); }
    /// Code of the next value below or above, chosen by `share` of 2^32. So values between two codes are correct in the
    /// mean over many shares.
    std::uint16_t encode(float value, std::uint32_t share) const;
    /// Largest relative error of a value with this code.
    double most_error() const { return (step - 1) * 0x1p-23; }
};
/// The code for values from `least` to `most`, both above 0.
BitCode make_bit_code(float least, float most);

/// Codes for the values at nodes and at the faces after them; faces on low sides are stored as floats. All zero if the
/// medium is stored as floats.
struct FluidCode {
    BitCode modulus;
    BitCode buoyancy;

    /// Largest relative error of a speed if both codes have their largest errors: c^2 = k b.
    double most_speed_error() const { return (modulus.most_error() + buoyancy.most_error()) / 2; }
};

/// Determines the code of a medium that is given in parts.
class FluidRange {
  public:
    void add(const FluidMedium& part);
    FluidCode code() const;

  private:
    struct Range {
        float least = 0;
        float most = 0;
    };
    static void add(const std::vector<float>& values, Range& range);
    Range modulus_;
    Range buoyancy_;
};

/// Rounds the values of a box of the grid to values that have a code. Equal values at neighbouring nodes are partly
/// rounded up and partly down, so their mean is kept. A low-discrepancy sequence of the node's coordinates decides, so
/// the result does not depend on the boxes. Its steps are powers of 0.81917..., the root of x^-4 = x^-1 + 1.
void round_to_codes(FluidMedium& medium, const NodeBox& box, const FluidCode& code);

}  // namespace wavesim
