// SPDX-License-Identifier: MIT
#include "app/tune/step_timer.hpp"

#include "stencils/measure/stepper.hpp"

namespace wavesim {

TileSample StepTimer::operator()(const ProblemShape& shape, const TileCandidate& candidate) {
    const TunedRow steps = row_for(shape);
    if (!made_for_ || !made_for_->same_steps(steps)) {
        problem_.reset();  // first, since two problems may not fit into memory
        problem_ = any_sample_problem(shape);
        made_for_ = steps;
    }
    BackendOptions options = options_;
    options.tile = candidate.tile;
    Stepper stepper(*problem_, *candidate.backend, options);
    return {stepper.ctpn(), stepper.backend().facts().local_bytes};
}

}  // namespace wavesim
