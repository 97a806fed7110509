// SPDX-License-Identifier: MIT
#include "stencils/problem/state_precision.hpp"

#include <algorithm>

namespace wavesim {

namespace {

template <class From, class To>
void read_as(StateSource& source, std::span<std::byte> part) {
    std::vector<From> values(part.size() / sizeof(To));
    source.read(std::as_writable_bytes(std::span(values)));
    std::ranges::transform(values, reinterpret_cast<To*>(part.data()), [](From x) { return static_cast<To>(x); });
}

}  // namespace

StateInPrecision::StateInPrecision(StateSource& whole, const std::string& prefix, ElementType type)
    : whole_(whole), arrays_(whole.arrays()) {
    for (ArrayInfo& info : arrays_)
        if (info.type != ElementType::int64 && info.name.starts_with(prefix)) info.type = type;
}

void StateInPrecision::open(const std::string& name) {
    whole_.open(name);
    from_ = std::ranges::find(whole_.arrays(), name, &ArrayInfo::name)->type;
    to_ = std::ranges::find(arrays_, name, &ArrayInfo::name)->type;
}

void StateInPrecision::read(std::span<std::byte> part) {
    if (from_ == to_) return whole_.read(part);
    if (from_ == ElementType::float32) return read_as<float, double>(whole_, part);
    read_as<double, float>(whole_, part);
}

}  // namespace wavesim
