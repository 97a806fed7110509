// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stencils/backend/backend_facts.hpp"
#include "stencils/backend/proposal.hpp"

namespace wavesim {

class StateSink;
class StateSource;
struct StateArray;

enum class FieldLevel { previous, current };  ///< u^{n-1}, u^n

/// Result of a field check; computed in double over fixed blocks, with sums in a fixed order.
struct FieldHealth {
    double peak = 0;                        ///< max |u^n| over finite nodes
    double change = 0;                      ///< sum of (u^n - u^{n-1})^2 over the nodes where u^n is finite
    std::optional<std::int64_t> first_bad;  ///< logical index of the first node that is not finite
};

/// A level of a field where it lives, plane by plane along z. What a plane holds beside its nodes, such as images
/// beyond sides, comes along when it is copied to another backend of the same stencil and precision, and as many nodes
/// along x and y.
struct FieldPlanes {
    std::byte* first = nullptr;  ///< of plane z = 0; in device memory on a GPU
    std::int64_t bytes = 0;      ///< of a plane
    std::int64_t stride = 0;     ///< bytes from one to the next; what lies between them is nobody's
};

/// A problem that lives on a device and can be advanced in time. Not thread-safe. Deterministic: the same
/// problem on the same backend and ISA level gives the same bits, whatever the thread count.
class StencilBackend {
  public:
    virtual ~StencilBackend() = default;

    /// Advances `steps` time steps. At every step n the receivers record u^n, then sources and passes act.
    virtual void advance(std::int64_t steps) = 0;
    /// Steps done so far; the current field is u^step.
    virtual std::int64_t step() const = 0;
    /// The same, and the seconds that the steps took: by the device's own clock on a GPU.
    virtual double advance_timed(std::int64_t steps);

    /// Starts time steps. A device may still be computing them when this returns; without one they are done by then.
    /// Until finish_advance() only finish_read() may be called.
    virtual void start_advance(std::int64_t steps) { advance(steps); }
    /// Waits for them. Seconds that the device took by its own clock, 0 where start_advance() did them.
    virtual double finish_advance() { return 0; }

    /// Moves the samples recorded since the last call to the end of `traces`: for each step, one value per receiver.
    virtual void take_traces(std::vector<double>& traces) = 0;
    /// Copies the nodes of a box, x fastest, into `values` (box.extent().nodes() values).
    virtual void read(FieldLevel level, const NodeBox& box, std::span<double> values) const = 0;
    /// Starts to copy a box of the current field into `values`, as read() does; time may go on meanwhile. `values` must
    /// stay where they are until finish_read(), after which they hold what the field was at the start.
    virtual void start_read(const NodeBox& box, std::span<double> values) { read(FieldLevel::current, box, values); }
    virtual void finish_read() {}
    /// Overwrites the whole field of a level, extent.nodes() values, x fastest; solid nodes must hold 0.
    virtual void write(FieldLevel level, std::span<const double> values) = 0;
    virtual FieldHealth health() const = 0;
    /// Adds what planes [from, to) say to what those before them said: all planes in any parts give health(). Not
    /// offered where planes() is empty.
    virtual void add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const;
    /// u^n of every field; empty where a backend cannot be one of several slabs of a grid. Valid until the next step.
    virtual std::vector<FieldPlanes> planes() { return {}; }
    /// Copies bytes from planes of another backend of its kind, whose steps are finished or waited for, into its own.
    /// They are there before its next step.
    virtual void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes);
    /// Lets it copy planes of a neighbour from device to device, where both can.
    virtual void meet(const StencilBackend& /*neighbour*/) {}
    /// Marks the end of all that was started. Without a device it is done by then.
    virtual void mark() {}
    /// What is started from now on waits for what a neighbour has marked.
    virtual void wait_for(const StencilBackend& /*neighbour*/) {}
    /// Saves the state from which time stepping continues: both levels, memory of walls and layers, and the step.
    /// Samples that have not been fetched yet are not part of it.
    void save(StateSink& sink);
    /// Loads a state that the same backend saved of the same problem, and continues from it bit for bit. Samples that
    /// have not been fetched yet are dropped. Throws StateError and changes nothing when an array is missing, is not
    /// expected or differs in type, shape or version. When the source fails while it is read, the backend is of no use
    /// until it loads another state.
    void load(StateSource& source);
    virtual BackendFacts facts() const { return {}; }
    /// Fills both levels with random values where they are, for measurements; false: not offered, use write().
    virtual bool fill_with_noise() { return false; }

  private:
    friend class SlabBackend;  // its state is that of others
    /// Every array of the state, in a fixed order. Fields are (nz, ny, nx) without what a backend keeps between rows.
    virtual std::vector<StateArray> state() = 0;
    /// The arrays of state() hold what was loaded: brings everything else in line.
    virtual void resume() = 0;
};

struct BackendOptions {
    int threads = 0;        ///< 0: all that the process may use
    std::string isa;        ///< CPU: x86-64-v2 | x86-64-v3 | x86-64-v4; empty: the best that this machine has
    int device = 0;         ///< GPU: index among those that CUDA_VISIBLE_DEVICES leaves
    std::string tile = {};  ///< GPU: one of Proposal::tiles; empty: the first
};

/// What a step asks of memory, where everything else stays in caches.
struct NodeWork {
    int points = 0;          ///< nodes that it reads around one
    std::int64_t bytes = 0;  ///< per node, read or written
    std::string shape = {};  ///< what tables call the operator where it is not that of the stencil
};

/// What a backend has for media of one kind. Functions, not virtuals: rows are data. A proposal is a function of values
/// alone, so that it can be asked for a machine that is elsewhere.
struct MediumSupport {
    std::function<bool(const MediumShape& medium)> is_kind;
    std::function<Proposal(const Inquiry& inquiry)> propose;
    /// `proposal`: what the backend has proposed for this problem, or an empty one.
    std::function<std::unique_ptr<StencilBackend>(const Problem& problem, const BackendOptions& options,
                                                  const Proposal& proposal)>
        open;
    std::function<NodeWork(const StencilProblem& problem)> work;
    /// GPU backends: compiles the problem's kernels into the cache, so that open() finds them; several threads may.
    std::function<void(const StencilProblem& problem, const BackendOptions& options)> compile = {};
    /// GPU backends: what compiling the kernels takes that are not in the machine's cache.
    std::function<CompilerMemory(const StencilProblem& problem, const Machine& machine, const Proposal& proposal)>
        compiler_memory = {};
    bool wall_ports = false;  ///< it runs WallPorts
    bool slabs = false;       ///< it can move slabs of a grid beside others (slabs/)
};

/// For MediumSupport::is_kind.
template <class Shape>
bool is_kind(const MediumShape& medium) {
    return std::holds_alternative<Shape>(medium);
}

/// One row of the registry.
struct BackendEntry {
    std::string name;
    std::string summary;
    std::vector<MediumSupport> media;  ///< one per kind of medium that it runs
    std::string other_media;           ///< why it does not run media of other kinds

    bool gpu = false;            ///< it runs on a GPU
    std::string same_bits_as{};  ///< a row before it, for which `auto` may take this one where it is quicker

    bool on_gpu() const { return gpu; }
    /// That for the medium of a problem; nullptr where there is none.
    const MediumSupport* support(const MediumShape& medium) const;
    Proposal propose(const Inquiry& inquiry) const;
    Proposal propose(const StencilProblem& problem, const Machine& machine,
                     std::int64_t steps_between_looks = Inquiry::no_looks) const {
        return propose(Inquiry(problem, machine, steps_between_looks));
    }
    /// Throws std::invalid_argument where it cannot run media of that kind.
    std::unique_ptr<StencilBackend> open(const Problem& problem, const BackendOptions& options,
                                         const Proposal& proposal = {}) const;
    NodeWork work(const StencilProblem& problem) const;
    // As MediumSupport has them; nothing where there is nothing to compile.
    CompilerMemory compiler_memory(const StencilProblem& problem, const Machine& machine,
                                   const Proposal& proposal) const;
    void compile(const StencilProblem& problem, const BackendOptions& options) const;
};

/// The explicit table of backends, the CPU first. `auto` takes the first row on a GPU that can run a problem, else the
/// CPU.
std::span<const BackendEntry> backend_registry();
/// Backends for comparison: exact and tested, and taken by their names alone. No table of what a machine can do lists
/// them.
std::span<const BackendEntry> backend_gallery();
/// Rows of both, those of the registry first.
std::vector<const BackendEntry*> all_backends();
/// Row of that name in either, or nullptr; also one of two kernels, `inner+layers`, which neither lists.
const BackendEntry* find_backend(std::string_view name);

}  // namespace wavesim
