// SPDX-License-Identifier: MIT
#include "solvers/plan/backend_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/scene/fault.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

/// Share of the time of the best row up to which `auto` takes a later one instead. The shares are not fitted.
struct TakenBelow {
    /// Passes of several steps: predictions are promised within 15 % (docs/performance-design.md), so below 0.9 of the
    /// time they are hardly a loss. They have other bits and longer set-up.
    double passes = 0.9;
    /// The same bits by another kernel: nothing but time is at stake, and half a per cent is more than medians of seven
    /// runs scatter by (0.13 %, docs/gpu-runs.md).
    double same_bits = 0.995;
    /// Never a row with other bits that moves step by step: the order of the table decides.
    double others = 0;
};
constexpr TakenBelow taken_below;

BackendChoice named(std::span<const BackendEntry> table, const std::string& name, const Inquiry& asked) {
    const auto in_table = [&](const std::string& one) {
        const auto found =
            std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.name == one; });
        return found == table.end() ? nullptr : &*found;
    };
    const std::size_t plus = name.find('+');
    const BackendEntry* const in_own = in_table(name);
    const BackendEntry* const found = in_own != nullptr ? in_own : find_backend(name);
    if (found == nullptr && plus != std::string::npos) {
        const std::string inner = name.substr(0, plus), layers = name.substr(plus + 1);
        if (find_backend(inner) != nullptr && find_backend(layers) != nullptr)
            throw EnvironmentError(EnvironmentError::Kind::device,
                                   fmt::format("{} and {} cannot divide a grid between them: two different GPU kernels "
                                               "for media of one density can",
                                               inner, layers));
    }
    if (found == nullptr) {
        std::string known;
        for (const BackendEntry& entry : table) known += (known.empty() ? "" : ", ") + entry.name;
        throw EnvironmentError(EnvironmentError::Kind::device,
                               fmt::format("there is no backend '{}' in this build (it has: {})", name, known));
    }
    Proposal proposal = found->propose(asked);
    if (!proposal.why_not.empty())
        throw EnvironmentError(EnvironmentError::Kind::device, fmt::format("backend {}: {}", name, proposal.why_not));
    return {found, std::move(proposal), ""};
}

/// Reasons why backends cannot run a problem: each reason once, with all backends to which it applies.
class Refusals {
  public:
    void add(const std::string& name, const std::string& reason) {
        const auto found = std::ranges::find(groups_, reason, &Group::reason);
        if (found == groups_.end())
            groups_.push_back({reason, {name}});
        else
            found->names.push_back(name);
    }
    /// If several backends do not fit into memory, the smallest need is reported.
    void add_too_large(const std::string& name, std::int64_t need, std::int64_t free) {
        too_large_.push_back(name);
        least_need_ = too_large_.size() == 1 ? need : std::min(least_need_, need);
        free_ = free;
    }
    bool empty() const { return groups_.empty() && too_large_.empty(); }
    /// "19.7 GiB are needed, 8.0 GiB are free"; the text of all reasons if memory is not among them.
    std::string decisive() const { return too_large_.empty() ? text() : memory(); }
    /// "a: it is for 3D; b, c and 9 more: they are for walls".
    std::string text() const {
        std::vector<Group> groups = groups_;
        if (!too_large_.empty()) groups.push_back({memory(), too_large_});
        std::string text;
        for (const Group& group : groups)
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", list(group.names), group.reason);
        return text;
    }

  private:
    struct Group {
        std::string reason;
        std::vector<std::string> names;
    };
    std::string memory() const {
        return fmt::format("{}{:.1f} GiB are needed, {:.1f} GiB are free", too_large_.size() > 1 ? "at least " : "",
                           static_cast<double>(least_need_) / 0x1p30, static_cast<double>(free_) / 0x1p30);
    }
    static std::string list(const std::vector<std::string>& names) {
        constexpr std::size_t most_named = 3;
        const std::size_t named = names.size() <= most_named ? names.size() : most_named - 1;
        std::string text;
        for (std::size_t i = 0; i < named; ++i)
            text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
        return named == names.size() ? text : text + fmt::format(" and {} more", names.size() - named);
    }
    std::vector<Group> groups_;
    std::vector<std::string> too_large_;
    std::int64_t least_need_ = 0;
    std::int64_t free_ = 0;
};

/// Time of the tuned tile of a proposal divided by that of another one, if both were measured on the same grid.
std::optional<double> measured_ratio(const Proposal& proposal, const Proposal& other) {
    const TunedTile* const one = tuned_tile(proposal);
    const TunedTile* const two = tuned_tile(other);
    if (one == nullptr || two == nullptr || !one->row.same_steps(two->row)) return {};
    return one->row.ps / two->row.ps;
}

BackendChoice choose(std::span<const BackendEntry> table, const std::string& name, const Inquiry& asked,
                     const RunSteps& steps) {
    const StencilProblem& problem = asked.problem;
    const Machine& machine = asked.machine;
    if (name != "auto") return named(table, name, asked);
    Refusals refused;
    const BackendEntry* too_large = nullptr;
    const double nodes =
        static_cast<double>(problem.extent.nodes()) * static_cast<double>(std::max<std::int64_t>(steps.all, 1));
    BackendChoice best;
    double best_s = 0;
    for (const BackendEntry& entry : table) {
        if (!entry.on_gpu() || !machine.gpu.usable()) continue;
        Proposal proposal = entry.propose(asked);
        if (!proposal.why_not.empty()) {
            if (best.entry == nullptr) refused.add(entry.name, proposal.why_not);
            continue;
        }
        const double s = proposal.ctpn_s + proposal.setup_s / nodes;
        const bool several = proposal.regions.front().steps_together > 1;
        double compared_s = s;  // with what later backends are compared, the same with and without a profile
        std::optional<double> measured;
        if (best.entry != nullptr) {
            const bool alike = entry.same_bits_as == best.entry->name;
            const bool quicker = s > 0 && s < (several ? taken_below.passes
                                               : alike ? taken_below.same_bits
                                                       : taken_below.others) *
                                                  best_s;
            if (!quicker) compared_s = best_s;
            if (alike) measured = measured_ratio(proposal, best.proposal);
            if (measured ? *measured >= 1 : !quicker) {
                best_s = compared_s;
                continue;
            }
        }
        if (proposal.device_bytes > machine.gpu.memory_free) {
            if (best.entry == nullptr)
                refused.add_too_large(entry.name, proposal.device_bytes, machine.gpu.memory_free);
            if (too_large == nullptr) too_large = &entry;
            continue;
        }
        best = {&entry, std::move(proposal),
                measured ? fmt::format("auto: measured to take {:.3f} of the time of {}", *measured, best.entry->name)
                : best.entry != nullptr
                    ? fmt::format("auto: predicted to take {:.2f} of the time of {}", s / best_s, best.entry->name)
                    : fmt::format("auto: the GPU can run it{}", refused.empty() ? "" : " (" + refused.text() + ")")};
        best_s = compared_s;
    }
    if (best.entry != nullptr) return best;
    std::string why = refused.text(), decisive = refused.decisive();
    if (!machine.gpu.usable() && !machine.gpu.name.empty()) why = decisive = machine.gpu.why_not();
    const std::string on_cpu = why.empty() ? "" : fmt::format("auto: not on the GPU ({})", why);
    for (const BackendEntry& entry : table) {
        if (entry.on_gpu()) continue;
        Proposal proposal = entry.propose(asked);
        if (proposal.why_not.empty()) return {&entry, std::move(proposal), on_cpu, decisive, too_large};
        refused.add(entry.name, proposal.why_not);
    }
    throw EnvironmentError(EnvironmentError::Kind::device, "no backend can run this scene; " + refused.text());
}

}  // namespace

BackendChoice choose_backend(std::span<const BackendEntry> table, const std::string& name,
                             const StencilProblem& problem, const Machine& machine, const RunSteps& steps) {
    const Inquiry asked(problem, machine, steps.between_looks);
    BackendChoice choice = choose(table, name, asked, steps);
    choice.counts = asked.counts();
    if (const TunedTile* const tuned = tuned_tile(choice.proposal))
        choice.why += (choice.why.empty() ? "" : "; ") + tuned->text();
    return choice;
}

}  // namespace wavesim
