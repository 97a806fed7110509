// SPDX-License-Identifier: MIT
#pragma once
namespace wavesim {

struct Plan;
struct PlanOutline;
struct WallPasses;

/// The part of a plan that results need. The plan must outlive it and may be replaced.
class PlanView {
  public:
    PlanView(const Plan& plan);

    const PlanOutline& outline() const { return outline_; }
    /// The walls of the problem that the plan has at present.
    const WallPasses& walls() const;

  private:
    const Plan& plan_;
    const PlanOutline& outline_;
};

}  // namespace wavesim
