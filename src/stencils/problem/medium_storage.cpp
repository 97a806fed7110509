// SPDX-License-Identifier: MIT
#include "stencils/problem/medium_storage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "stencils/problem/words.hpp"

namespace wavesim {

namespace {

constexpr std::uint32_t most_code = 65535;

std::size_t table_size(MediumStorage storage) { return storage == MediumStorage::index8 ? 256 : 65536; }

/// The smallest number of 8 binary digits that is at least x. Its product with a code of 16 digits fits the 24 digits
/// of a float.
float round_up_to_8_digits(double x) {
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    return static_cast<float>(std::ldexp(std::ceil(std::ldexp(mantissa, 8)), exponent - 8));
}

/// Distinct values in ascending order; empty if there are more than `most`.
std::vector<float> distinct(const std::vector<float>& values, std::size_t most) {
    std::set<float> found;
    float last = std::numeric_limits<float>::quiet_NaN();
    for (const float value : values) {
        if (value == last) continue;  // neighbours are mostly equal
        last = value;
        if (found.insert(value).second && found.size() > most) return {};
    }
    return {found.begin(), found.end()};
}

std::vector<float> even_speeds(float least, float most, std::size_t count) {
    const double slowest = std::sqrt(static_cast<double>(least));
    const double fastest = std::sqrt(static_cast<double>(most));
    std::vector<float> table(count);
    for (std::size_t k = 0; k < count; ++k) {
        const double speed = std::lerp(slowest, fastest, static_cast<double>(k) / static_cast<double>(count - 1));
        table[k] = std::clamp(static_cast<float>(speed * speed), least, most);
    }
    table.back() = most;
    return table;
}

}  // namespace

std::string to_string(MediumStorage storage) { return std::string(word_of(storage)); }

int bytes_of(MediumStorage storage) {
    return storage == MediumStorage::float32 ? 4 : storage == MediumStorage::index8 ? 1 : 2;
}

std::uint32_t FactorCode::encode(float factor) const {
    if (storage == MediumStorage::int16) {
        if (step == 0) return 0;
        const double steps = std::round((static_cast<double>(most) - static_cast<double>(factor)) / double{step});
        auto code = static_cast<std::uint32_t>(std::clamp(steps, 0.0, double{most_code}));
        while (code > 0 && decode(code) <= 0) --code;
        return code;
    }
    const auto above = std::lower_bound(table.begin(), table.end(), factor);
    if (above == table.begin()) return 0;
    if (above == table.end()) return static_cast<std::uint32_t>(table.size() - 1);
    const auto speed = [](float value) { return std::sqrt(static_cast<double>(value)); };
    const bool nearer_below = 2 * speed(factor) < speed(above[-1]) + speed(above[0]);
    return static_cast<std::uint32_t>(above - table.begin()) - (nearer_below ? 1 : 0);
}

FactorCode make_factor_code(const std::vector<float>& factors, MediumStorage storage) {
    if (factors.empty() || storage == MediumStorage::float32)
        throw std::invalid_argument("factors are kept as codes of a number, an 8-bit or a 16-bit index");
    const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
    FactorCode code{storage, *most, 0, {}};
    if (storage == MediumStorage::int16) {
        const double range = static_cast<double>(*most) - static_cast<double>(*least);
        if (range > 0) code.step = round_up_to_8_digits(range / most_code);
        return code;
    }
    code.table = distinct(factors, table_size(storage));
    if (code.table.empty()) code.table = even_speeds(*least, *most, table_size(storage));
    return code;
}

StoredFactors::StoredFactors(const std::vector<float>& factors, MediumStorage storage)
    : StoredFactors(make_factor_code(factors, storage), static_cast<std::int64_t>(factors.size())) {
    append(factors);
}

StoredFactors::StoredFactors(FactorCode code, std::int64_t nodes) : code_(std::move(code)) {
    const auto count = static_cast<std::size_t>(nodes);
    if (code_.storage == MediumStorage::index8)
        narrow_.reserve(count);
    else
        wide_.reserve(count);
}

void StoredFactors::append(std::span<const float> factors) {
    const auto fill = [&](auto& codes) {
        using Code = typename std::remove_reference_t<decltype(codes)>::value_type;
        for (std::size_t i = 0; i < factors.size(); ++i)
            codes.push_back(i > 0 && factors[i] == factors[i - 1] ? codes.back()
                                                                  : static_cast<Code>(code_.encode(factors[i])));
    };
    if (code_.storage == MediumStorage::index8)
        fill(narrow_);
    else
        fill(wide_);
}

}  // namespace wavesim
