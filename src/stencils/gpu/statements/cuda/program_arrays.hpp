// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "stencils/gpu/common/cuda/device_memory.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"

namespace wavesim {

/// The arrays of a program on the device, and the tables of their values beyond the sides.
template <class Real>
class ProgramArrays {
  public:
    /// All values are 0, and so are those of parameters.
    ProgramArrays(const StatementPlan& plan, const std::vector<bool>& per_node);

    DeviceArray<Real>& array(int number) { return arrays_[static_cast<std::size_t>(number)]; }
    const DeviceArray<Real>& array(int number) const { return arrays_[static_cast<std::size_t>(number)]; }
    /// Node (0, 0, 0) of an array, or its only value.
    Real* origin(int number) const;
    /// Copies the values of parameters, one each or one per node, to the device.
    void place_parameters(const StatementPlan& plan, const std::vector<std::vector<double>>& parameters);

    kernels::StatementArguments<Real> group_arguments(const StatementPlan& plan, const StatementGroup& group,
                                                      int parity) const;
    /// Arguments for the images of some arrays, and the blocks along x; the images are those of `fields`, or of
    /// parameters where a field is -1.
    struct ImageLaunch {
        kernels::ImageArguments<Real> arguments;
        std::int64_t blocks = 0;
        int fields = 0;
    };
    ImageLaunch images(const StatementPlan& plan, const std::vector<int>& fields, const std::vector<int>& arrays) const;

  private:
    struct Tables {
        std::array<DeviceArray<kernels::ImageEntry<Real>>, 3> entries;
        std::array<int, 3> first{}, end{};
        std::int64_t blocks = 0;
    };
    const Tables& tables_of(int field) const {
        return field < 0 ? tables_.back() : tables_[static_cast<std::size_t>(field)];
    }

    DeviceLayout layout_;
    std::vector<bool> per_node_;
    std::vector<DeviceArray<Real>> arrays_;
    std::vector<Tables> tables_;  ///< per field, then those of parameters
};

}  // namespace wavesim
