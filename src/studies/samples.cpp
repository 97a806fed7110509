// SPDX-License-Identifier: MIT
#include "studies/samples.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <utility>

namespace wavesim {

namespace {

/// Random numbers for one parameter. The C++ standard specifies the bits of this generator, but not those of its
/// distributions.
class ShareSource {
  public:
    ShareSource(std::int64_t seed, const std::string& name) {
        std::vector<std::uint32_t> words{static_cast<std::uint32_t>(seed)};
        for (const char c : name) words.push_back(static_cast<unsigned char>(c));
        std::seed_seq sequence(words.begin(), words.end());
        generator_.seed(sequence);
    }
    double next() { return static_cast<double>(generator_() >> 11U) * 0x1p-53; }
    std::int64_t below(std::int64_t end) { return static_cast<std::int64_t>(next() * static_cast<double>(end)); }

  private:
    std::mt19937_64 generator_;
};

}  // namespace

double between_ends(double from, double to, Spacing spacing, double share) {
    if (share <= 0) return from;
    if (share >= 1) return to;
    if (spacing == Spacing::linear) return from + share * (to - from);
    return from * std::pow(to / from, share);
}

std::vector<double> sample_shares(Sampling method, std::int64_t seed, const std::string& name, std::int64_t count) {
    ShareSource source(seed, name);
    std::vector<double> shares(static_cast<std::size_t>(count));
    if (method == Sampling::random) {
        for (double& share : shares) share = source.next();
        return shares;
    }
    std::vector<std::int64_t> parts(shares.size());
    std::iota(parts.begin(), parts.end(), 0);
    for (std::int64_t i = count - 1; i > 0; --i)
        std::swap(parts[static_cast<std::size_t>(i)], parts[static_cast<std::size_t>(source.below(i + 1))]);
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = (static_cast<double>(parts[i]) + source.next()) / static_cast<double>(count);
    return shares;
}

}  // namespace wavesim
