// SPDX-License-Identifier: MIT
#include "stencils/measure/floor.hpp"

#include <algorithm>

#include "stencils/gpu/common/device_floor.hpp"

namespace wavesim {

std::int64_t floor_elements(std::int64_t nodes, const BackendEntry& backend) {
    return backend.on_gpu() ? std::min<std::int64_t>(nodes, std::int64_t{1} << 27) : nodes;
}

std::unique_ptr<TriadRate> make_floor(std::int64_t nodes, Precision precision, const BackendEntry& backend,
                                      const BackendOptions& options) {
    const std::int64_t elements = floor_elements(nodes, backend);
    return backend.on_gpu() ? make_device_floor(elements, precision, options.device)
                            : make_triad_rate(elements, precision, options.threads);
}

std::vector<double> floors_beside(TriadRate& floor, int sweeps, int times, const std::function<void()>& act) {
    std::vector<double> floors;
    double before = floor.run(sweeps);
    for (int i = 0; i < times; ++i) {
        act();
        const double after = floor.run(sweeps);
        floors.push_back(0.5 * (before + after));
        before = after;
    }
    return floors;
}

}  // namespace wavesim
