// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/cuda/program_arrays.hpp"

#include <algorithm>

namespace wavesim {

template <class Real>
ProgramArrays<Real>::ProgramArrays(const StatementPlan& plan, const std::vector<bool>& per_node)
    : layout_(plan.layout()), per_node_(per_node) {
    for (const bool each : per_node_) {
        arrays_.emplace_back(each ? layout_.values : std::int64_t{1});
        arrays_.back().clear();
    }
    const auto add_tables = [&](const equations::Field* field) {
        const ImageTables<Real> made = image_tables<Real>(plan, field);
        Tables tables;
        for (std::size_t axis = 0; axis < 3; ++axis)
            tables.entries[axis] = DeviceArray<kernels::ImageEntry<Real>>(made.entries[axis]);
        tables.first = made.first;
        tables.end = made.end;
        tables.blocks = image_blocks(plan, made);
        tables_.push_back(std::move(tables));
    };
    for (const equations::Field& field : plan.program().declared.fields) add_tables(&field);
    add_tables(nullptr);
}

template <class Real>
Real* ProgramArrays<Real>::origin(int number) const {
    return array(number).data() + (per_node_[static_cast<std::size_t>(number)] ? layout_.origin : 0);
}

template <class Real>
void ProgramArrays<Real>::place_parameters(const StatementPlan& plan,
                                           const std::vector<std::vector<double>>& parameters) {
    const Extent& n = layout_.extent;
    std::vector<Real> plane(static_cast<std::size_t>(layout_.plane), Real(0));
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        DeviceArray<Real>& to = array(plan.parameter_array(static_cast<int>(p)));
        auto from = parameters[p].begin();
        if (parameters[p].size() == 1) {
            const auto value = static_cast<Real>(*from);
            to.upload(&value, 1);
            continue;
        }
        for (std::int64_t z = 0; z < n.nz; ++z) {
            for (std::int64_t y = 0; y < n.ny; ++y)
                for (std::int64_t x = 0; x < n.nx; ++x)
                    plane[static_cast<std::size_t>(y * layout_.pitch + x)] = static_cast<Real>(*from++);
            const std::int64_t count = (n.ny - 1) * layout_.pitch + n.nx;
            to.upload(plane.data(), count, layout_.origin + z * layout_.plane);
        }
    }
}

template <class Real>
kernels::StatementArguments<Real> ProgramArrays<Real>::group_arguments(const StatementPlan& plan,
                                                                       const StatementGroup& group, int parity) const {
    return statement_arguments<Real>(
        plan, group, parity, [this](int number) { return origin(number); }, per_node_);
}

template <class Real>
auto ProgramArrays<Real>::images(const StatementPlan& plan, const std::vector<int>& fields,
                                 const std::vector<int>& arrays) const -> ImageLaunch {
    ImageLaunch launch{image_arguments<Real>(plan)};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const Tables& tables = tables_of(fields[i]);
        kernels::FieldImages<Real>& images = launch.arguments.field[launch.fields++];
        images.values = origin(arrays[i]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            images.axis[axis] = {tables.entries[axis].data(), tables.first[axis], tables.end[axis]};
        launch.blocks = std::max(launch.blocks, tables.blocks);
    }
    return launch;
}

template class ProgramArrays<float>;
template class ProgramArrays<double>;

}  // namespace wavesim
