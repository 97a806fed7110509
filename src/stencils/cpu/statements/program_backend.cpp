// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/program_backend.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "stencils/backend/isa.hpp"
#include "stencils/cpu/field_state.hpp"
#include "stencils/cpu/receivers.hpp"
#include "stencils/cpu/statements/field_box.hpp"
#include "stencils/cpu/statements/statement_step.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

namespace {

using equations::Field;
using equations::Time;

StatementGrid grid_of(const ProgramProblem& problem) {
    const ProgramShape& kind = problem.kind();
    return {problem.extent, problem.stencil, kind.time_step_s, kind.spacing_m, problem.halo, problem.parameters};
}

template <class T>
class ProgramBackend final : public StencilBackend {
  public:
    ProgramBackend(const ProgramProblem& problem, const BackendOptions& options)
        : program_(problem.kind().program),
          heard_(problem.kind().heard),
          threads_(team_size(options.threads)),
          step_of_(*program_, grid_of(problem), choose_isa(options.isa), threads_),
          receivers_(problem, step_of_.layout()),
          sources_(problem.sources) {}

    void advance(std::int64_t steps) override {
        const std::size_t pending = traces_.size();
        traces_.resize(pending + static_cast<std::size_t>(steps) * receivers_.size());
        std::vector<Push<T>> pushes;
        run_team(threads_, [&](const TeamMember& member) {
            for (std::int64_t n = 0; n < steps; ++n) {
                if (member.number() == 0) pushes = pushes_at(step_ + n);
                double* const samples = traces_.data() + pending + static_cast<std::size_t>(n) * receivers_.size();
                receivers_.record<T>(member, step_of_.level(heard_, Time::now), nullptr, samples);
                member.wait_for_all();
                step_of_.advance(member, pushes);
                if (member.number() == 0) step_of_.rotate();
                member.wait_for_all();
            }
        });
        step_ += steps;
    }

    std::int64_t step() const override { return step_; }

    void take_traces(std::vector<double>& traces) override {
        traces.insert(traces.end(), traces_.begin(), traces_.end());
        traces_.clear();
    }

    void read(FieldLevel which, const NodeBox& box, std::span<double> values) const override {
        const T* const field = heard_level(which);
        std::size_t i = 0;
        for (std::int64_t z = box.from.z; z < box.to.z; z += box.stride)
            for (std::int64_t y = box.from.y; y < box.to.y; y += box.stride)
                for (std::int64_t x = box.from.x; x < box.to.x; x += box.stride)
                    values[i++] = static_cast<double>(field[step_of_.layout().at(x, y, z)]);
    }

    /// A field of one level has no previous one to write.
    void write(FieldLevel which, std::span<const double> values) override {
        if (which == FieldLevel::previous && !has_two_levels()) return;
        T* const field = heard_level(which);
        for (std::size_t i = 0; i < values.size(); ++i)
            field[step_of_.layout().of(static_cast<std::int64_t>(i))] = static_cast<T>(values[i]);
        mirror();
    }

    bool fill_with_noise() override {
        std::uint64_t random = 0x9e3779b97f4a7c15;
        for (std::size_t f = 0; f < fields().size(); ++f)
            for (const Time time : {Time::now, Time::old}) {
                if (time == Time::old && fields()[f].levels != 2) continue;
                const FieldBox box = own_values(step_of_.layout(), fields()[f]);
                T* const values = step_of_.level(static_cast<int>(f), time) + box.offset;
                for (std::int64_t i = 0; i < box.layout.extent.nodes(); ++i) {
                    random = random * 6364136223846793005 + 1442695040888963407;
                    values[box.layout.of(i)] = static_cast<T>(static_cast<double>(random >> 11) * 0x1p-52 - 1);
                }
            }
        mirror();
        return true;
    }

    /// The peak is that of the field that receivers record; all fields must be finite. A field of one level has no
    /// change.
    FieldHealth health() const override {
        const Extent& n = step_of_.layout().extent;
        std::vector<FieldHealth> planes(static_cast<std::size_t>(n.nz));
        run_team(threads_, [&](const TeamMember& member) {
            for (std::int64_t z = member.number(); z < n.nz; z += member.size())
                planes[static_cast<std::size_t>(z)] = plane_health(z);
        });
        FieldHealth all;
        for (const FieldHealth& plane : planes) {
            all.peak = std::max(all.peak, plane.peak);
            all.change += plane.change;
            if (!all.first_bad) all.first_bad = plane.first_bad;
        }
        return all;
    }

  private:
    const std::vector<Field>& fields() const { return program_->declared.fields; }

    std::vector<Push<T>> pushes_at(std::int64_t step) const {
        std::vector<Push<T>> pushes;
        for (const Injection& source : sources_) {
            if (step >= static_cast<std::int64_t>(source.signal.size())) continue;
            const double amount = source.signal[static_cast<std::size_t>(step)];
            for (std::size_t i = 0; i < source.at.nodes.size(); ++i)
                pushes.push_back({source.at.nodes[i], static_cast<T>(source.at.weights[i] * amount)});
        }
        return pushes;
    }

    bool has_two_levels() const { return fields()[static_cast<std::size_t>(heard_)].levels == 2; }

    T* heard_level(FieldLevel which) const {
        if (which == FieldLevel::previous && !has_two_levels())
            throw std::logic_error("a field of one level has no previous one");
        return step_of_.level(heard_, which == FieldLevel::previous ? Time::old : Time::now);
    }

    FieldHealth plane_health(std::int64_t z) const {
        const FieldLayout& layout = step_of_.layout();
        const T* const now = step_of_.level(heard_, Time::now);
        const T* const before = has_two_levels() ? step_of_.level(heard_, Time::old) : now;
        FieldHealth health;
        for (std::int64_t y = 0; y < layout.extent.ny; ++y)
            for (std::int64_t x = 0; x < layout.extent.nx; ++x) {
                const std::int64_t at = layout.at(x, y, z);
                bool finite = true;
                for (std::size_t f = 0; f < fields().size(); ++f)
                    finite = finite && std::isfinite(step_of_.level(static_cast<int>(f), Time::now)[at]);
                if (!finite) {
                    if (!health.first_bad) health.first_bad = layout.extent.index(x, y, z);
                    continue;
                }
                const auto value = static_cast<double>(now[at]);
                const double change = value - static_cast<double>(before[at]);
                health.peak = std::max(health.peak, std::abs(value));
                health.change += change * change;
            }
        return health;
    }

    std::vector<StateArray> state() override {
        std::vector<StateArray> state{state_value("step", step_)};
        for (std::size_t f = 0; f < fields().size(); ++f) {
            const Field& field = fields()[f];
            const FieldBox box = own_values(step_of_.layout(), field);
            const auto add = [&](Time time, const char* ending) {
                T* const values = step_of_.level(static_cast<int>(f), time) + box.offset;
                state.push_back(field_state(field.name + ending, box.layout, values));
                state.back().planes.clear();  // programs do not run on slabs of a grid
            };
            add(Time::now, "");
            if (field.levels == 2) add(Time::old, "_old");
        }
        return state;
    }

    void resume() override {
        traces_.clear();
        mirror();
    }

    void mirror() {
        run_team(threads_, [&](const TeamMember& member) { step_of_.mirror(member); });
    }

    std::shared_ptr<const equations::Program> program_;
    int heard_;
    int threads_;
    StatementStep<T> step_of_;
    Receivers receivers_;
    std::vector<Injection> sources_;
    std::vector<double> traces_;
    std::int64_t step_ = 0;
};

}  // namespace

std::unique_ptr<StencilBackend> make_program_backend(const ProgramProblem& problem, const BackendOptions& options) {
    if (problem.precision == Precision::float32) return std::make_unique<ProgramBackend<float>>(problem, options);
    return std::make_unique<ProgramBackend<double>>(problem, options);
}

}  // namespace wavesim::cpu
