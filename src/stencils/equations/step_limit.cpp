// SPDX-License-Identifier: MIT
#include "stencils/equations/step_limit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim::equations {

namespace {

using std::numbers::pi;
using WaveVector = Symbol::WaveVector;

constexpr int eighths = 8;

/// One half of the wave vectors is enough, because G(-k) is the conjugate of G(k).
std::vector<WaveVector> grid_of_waves(int dims) {
    std::vector<WaveVector> waves;
    for (int x = 0; x <= eighths; ++x)
        for (int y = dims == 3 ? 1 - eighths : 0; y <= (dims == 3 ? eighths : 0); ++y)
            for (int z = 1 - eighths; z <= eighths; ++z)
                waves.push_back({pi * x / eighths, pi * y / eighths, pi * z / eighths});
    return waves;
}

/// A wave vector and the parameters for which it is examined.
struct Probe {
    WaveVector wave;
    std::size_t parameters;
};

class Search {
  public:
    Search(const Symbol& symbol, double spacing, const std::vector<std::vector<double>>& parameters)
        : symbol_(symbol), spacing_(spacing), parameters_(parameters) {
        for (const WaveVector& wave : grid_of_waves(symbol.dims()))
            for (std::size_t p = 0; p < parameters.size(); ++p) all_.push_back({wave, p});
    }

    StepLimit limit(double most) {
        double low = 0;
        double high = std::min(spacing_, most);
        constexpr int turns_max = 120;
        if (stays(high)) {
            for (int turn = 0; stays(high) && high < most && turn < turns_max; ++turn) {
                low = high;
                high = std::min(2 * high, most);
            }
            if (stays(high)) return {high, {}, parameters_.front()};
        } else {
            int turn = 0;
            for (low = high / 2; !stays(low) && turn < turns_max; ++turn) {
                high = low;
                low /= 2;
            }
            if (turn == turns_max) return result(0);
        }
        low = between(low, high);
        for (const double above : {1.02, 1.001}) {
            high = low * above;
            if (stays(high)) continue;
            climb(high);
            low = between(0.5 * low, high);
        }
        watched_grow(low * (1 + 1e-6));
        return result(low);
    }

  private:
    StepLimit result(double step) const {
        return {step, watched_.front().wave, parameters_[watched_.front().parameters]};
    }

    double growth(const Probe& probe, double step) const {
        return symbol_.growth(probe.wave, {step, spacing_, parameters_[probe.parameters]});
    }

    /// True if one of the watched waves grows; it is then moved to the front.
    bool watched_grow(double step) {
        for (std::size_t i = 0; i < watched_.size(); ++i)
            if (growth(watched_[i], step) > 1 + growth_of_rounding) {
                std::swap(watched_[0], watched_[i]);
                return true;
            }
        return false;
    }

    /// True if no wave grows. Otherwise the wave with the largest growth is added to the watched waves.
    bool stays(double step) {
        if (watched_grow(step)) return false;
        double most = 1 + growth_of_rounding;
        const Probe* worst = nullptr;
        for (const Probe& probe : all_) {
            const double found = growth(probe, step);
            if (found <= most) continue;
            most = found;
            worst = &probe;
        }
        if (worst != nullptr) watched_.insert(watched_.begin(), *worst);
        return worst == nullptr;
    }

    /// Finds the largest stable step between a stable and an unstable one. Bisects with the watched waves until all
    /// other waves agree.
    double between(double low, double high) {
        while (true) {
            double step = low;
            for (int i = 0; i < 60 && high - step > 1e-13 * high; ++i) {
                const double middle = (step + high) / 2;
                (watched_grow(middle) ? high : step) = middle;
            }
            if (step <= low || stays(step)) return step;
            high = step;
        }
    }

    /// Climbs from a growing wave to the wave vector with the largest growth between the nodes of the grid.
    void climb(double step) {
        Probe best = watched_.front();
        double most = growth(best, step);
        double size = pi / eighths;
        for (int halving = 0; halving < 18; ++halving) {
            size /= 2;
            for (bool better = true; better;) {
                better = false;
                for (int axis = 0; axis < 3; ++axis)
                    for (const double sign : {-1.0, 1.0}) {
                        if (axis == 1 && symbol_.dims() == 2) continue;
                        Probe next = best;
                        next.wave[static_cast<std::size_t>(axis)] += sign * size;
                        const double found = growth(next, step);
                        if (!(found > most)) continue;
                        best = next;
                        most = found;
                        better = true;
                    }
            }
        }
        watched_.insert(watched_.begin(), best);
    }

    const Symbol& symbol_;
    double spacing_;
    const std::vector<std::vector<double>>& parameters_;
    std::vector<Probe> all_;
    std::vector<Probe> watched_;
};

}  // namespace

StepLimit step_limit(const Symbol& symbol, double spacing, const std::vector<std::vector<double>>& parameters,
                     double most) {
    return Search(symbol, spacing, parameters).limit(most);
}

std::vector<std::vector<double>> extremes(const std::vector<double>& lowest, const std::vector<double>& highest) {
    constexpr std::size_t most_combined = 8;
    std::vector<std::vector<double>> found{lowest};
    if (lowest.size() > most_combined) {
        found.push_back(highest);
        for (std::size_t p = 0; p < lowest.size(); ++p) {
            found.push_back(lowest);
            found.back()[p] = highest[p];
        }
        return found;
    }
    for (std::size_t p = 0; p < lowest.size(); ++p) {
        if (lowest[p] == highest[p]) continue;
        const std::size_t before = found.size();
        for (std::size_t i = 0; i < before; ++i) {
            found.push_back(found[i]);
            found.back()[p] = highest[p];
        }
    }
    return found;
}

}  // namespace wavesim::equations
