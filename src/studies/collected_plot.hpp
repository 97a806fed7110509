// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "studies/collected.hpp"

namespace wavesim {

/// What an axis of a study's picture may show: parameters, times, and the quantities that are collected as one number
/// per receiver.
std::vector<std::string> plot_axes(const Study& study);

/// The picture that the study asks for, as the bytes of a PNG file. Cases without a result are left out; the points of
/// a line go along x.
std::string collected_plot(const Study& study, const Collected& collected);

}  // namespace wavesim
