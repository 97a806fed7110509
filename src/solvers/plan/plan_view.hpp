// SPDX-License-Identifier: MIT
#pragma once
namespace wavesim {

struct Plan;
struct PlanOutline;
struct WallPasses;

/// What results need of a plan, which must outlive it and may be made anew.
class PlanView {
  public:
    PlanView(const Plan& plan);

    const PlanOutline& outline() const { return outline_; }
    /// Of the problem that the plan has now.
    const WallPasses& walls() const;

  private:
    const Plan& plan_;
    const PlanOutline& outline_;
};

}  // namespace wavesim
