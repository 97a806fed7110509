// SPDX-License-Identifier: MIT
#include "solvers/signal/uneven_spectrum.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr int half_width = 8;       // half width of the window, in lines
constexpr double shape = 1.5 * pi;  // pi (2 - 1 / oversampling)

/// The window at a distance of x lines, |x| <= half_width: sinh(b sqrt(m^2 - x^2)) / (pi sqrt(m^2 - x^2)).
double window(double x) {
    const double root = std::sqrt(std::max(0.0, half_width * half_width - x * x));
    return root < 1e-9 ? shape / pi : std::sinh(shape * root) / (pi * root);
}

/// Its Fourier transform at v rad per line: I0(m sqrt(b^2 - v^2)).
double window_transform(double v) { return std::cyl_bessel_i(0.0, half_width * std::sqrt(shape * shape - v * v)); }

}  // namespace

std::int64_t fast_length(std::int64_t least) {
    const std::int64_t quarter = std::max<std::int64_t>(1, (least + 3) / 4);
    std::int64_t best = 1;
    while (best < quarter) best *= 2;
    for (std::int64_t fives = 1; fives < best; fives *= 5)
        for (std::int64_t odd = fives; odd < best; odd *= 3) {
            std::int64_t length = odd;
            while (length < quarter) length *= 2;
            best = std::min(best, length);
        }
    return 4 * best;
}

UnevenSpectrum::UnevenSpectrum(std::int64_t count)
    : count_(count), lines_(fast_length(2 * count)), window_(static_cast<std::size_t>(count / 2 + 1)) {
    for (std::size_t k = 0; k < window_.size(); ++k)
        window_[k] = 1 / window_transform(2 * pi * static_cast<double>(k) / static_cast<double>(lines_));
}

std::vector<std::complex<double>> UnevenSpectrum::at(std::span<const double> angles,
                                                     std::span<const double> samples) const {
    const std::int64_t middle = count_ / 2;
    std::vector<double> centred(static_cast<std::size_t>(lines_), 0);  // sample k at k - middle, which may be below 0
    for (std::int64_t k = 0; k < std::min<std::int64_t>(count_, std::ssize(samples)); ++k)
        centred[static_cast<std::size_t>((k - middle + lines_) % lines_)] =
            samples[static_cast<std::size_t>(k)] * window_[static_cast<std::size_t>(std::abs(k - middle))];
    Eigen::FFT<double> transform;
    transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    std::vector<std::complex<double>> line;  // from 0 to lines / 2; the others are their mirror images
    transform.fwd(line, centred);

    std::vector<std::complex<double>> spectrum(angles.size());
    for (std::size_t a = 0; a < angles.size(); ++a) {
        const double at = angles[a] / (2 * pi) * static_cast<double>(lines_);
        const auto first = static_cast<std::int64_t>(std::ceil(at)) - half_width;
        std::complex<double> sum = 0;
        for (std::int64_t l = first; l < first + 2 * half_width; ++l) {
            const std::int64_t wrapped = ((l % lines_) + lines_) % lines_;
            const bool mirrored = wrapped > lines_ / 2;
            const std::complex<double> value = line[static_cast<std::size_t>(mirrored ? lines_ - wrapped : wrapped)];
            sum += window(at - static_cast<double>(l)) * (mirrored ? std::conj(value) : value);
        }
        spectrum[a] = sum * std::polar(1.0, -angles[a] * static_cast<double>(middle));
    }
    return spectrum;
}

std::int64_t UnevenSpectrum::bytes(std::int64_t count, std::int64_t angles) {
    const std::int64_t lines = fast_length(2 * count);
    const auto size = [](std::int64_t n, std::size_t each) { return n * static_cast<std::int64_t>(each); };
    // window, centred samples, lines, the twiddles and scratch of the transform; spectrum
    return size(count / 2, sizeof(double)) + size(lines, sizeof(double)) +
           size(3 * lines / 2, sizeof(std::complex<double>)) + size(angles, sizeof(std::complex<double>));
}

}  // namespace wavesim
