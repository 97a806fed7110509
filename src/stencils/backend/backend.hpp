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

/// One level of a field in its own memory, plane by plane along z. A plane may hold more than its nodes, such as images
/// beyond sides. All of it is copied to another backend of the same stencil, precision and number of nodes along x and
/// y.
struct FieldPlanes {
    std::byte* first = nullptr;  ///< of plane z = 0; in device memory on a GPU
    std::int64_t bytes = 0;      ///< of a plane
    std::int64_t stride = 0;     ///< bytes from one plane to the next; the bytes between planes are unused
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
    /// The same; returns the seconds that the steps needed: by the device's own clock on a GPU.
    virtual double advance_timed(std::int64_t steps);

    /// Starts time steps. A device may still be computing them when this returns; without a device they are done by
    /// then. Until finish_advance() only finish_read() may be called.
    virtual void start_advance(std::int64_t steps) { advance(steps); }
    /// Waits for the started steps. Returns the seconds that the device needed by its own clock; 0 if start_advance()
    /// already did them.
    virtual double finish_advance() { return 0; }

    /// Moves the samples recorded since the last call to the end of `traces`: for each step, one value per receiver.
    virtual void take_traces(std::vector<double>& traces) = 0;
    /// Copies the nodes of a box, x fastest, into `values` (box.extent().nodes() values).
    virtual void read(FieldLevel level, const NodeBox& box, std::span<double> values) const = 0;
    /// Starts to copy a box of the current field into `values`, as read() does; time steps may continue meanwhile.
    /// `values` must stay valid until finish_read(). Then it holds the field at the time of the start.
    virtual void start_read(const NodeBox& box, std::span<double> values) { read(FieldLevel::current, box, values); }
    virtual void finish_read() {}
    /// Overwrites the whole field of a level, extent.nodes() values, x fastest; solid nodes must hold 0.
    virtual void write(FieldLevel level, std::span<const double> values) = 0;
    virtual FieldHealth health() const = 0;
    /// Adds the check of planes [from, to) to the result for earlier planes. Together all planes, in any parts, give
    /// health(). Not available where planes() is empty.
    virtual void add_health(std::int64_t from, std::int64_t to, FieldHealth& health) const;
    /// u^n of every field; empty where a backend cannot be one of several slabs of a grid. Valid until the next step.
    virtual std::vector<FieldPlanes> planes() { return {}; }
    /// Copies bytes from planes of another backend of the same kind into its own planes. The steps of the other must be
    /// finished or waited for. The bytes arrive before the next step of this backend.
    virtual void copy_in(std::byte* to, const std::byte* from, std::int64_t bytes);
    /// Enables direct copies of a neighbour's planes from device to device, where both support it.
    virtual void meet(const StencilBackend& /*neighbour*/) {}
    /// Marks the end of all work started so far. Without a device it is already done.
    virtual void mark() {}
    /// Work started from now on waits for the mark of a neighbour.
    virtual void wait_for(const StencilBackend& /*neighbour*/) {}
    /// Saves the state from which time stepping continues: both levels, memory of walls and layers, and the step.
    /// Samples that have not been fetched yet are not part of it.
    void save(StateSink& sink);
    /// Loads a state that the same backend saved for the same problem, and continues from it bit for bit. Samples that
    /// have not been fetched yet are dropped. Throws StateError and changes nothing if an array is missing, is not
    /// expected or differs in type, shape or version. If the source fails while it is read, the backend cannot be used
    /// until it loads another state.
    void load(StateSource& source);
    virtual BackendFacts facts() const { return {}; }
    /// Fills both levels with random values in place, for measurements; false: not available, use write().
    virtual bool fill_with_noise() { return false; }

  private:
    friend class SlabBackend;  // its state is that of its slabs
    /// Every array of the state, in a fixed order. Fields are (nz, ny, nx), without padding between rows.
    virtual std::vector<StateArray> state() = 0;
    /// Called after the arrays of state() were loaded: updates everything that depends on them.
    virtual void resume() = 0;
};

struct BackendOptions {
    int threads = 0;        ///< 0: all that the process may use
    std::string isa;        ///< CPU: x86-64-v2 | x86-64-v3 | x86-64-v4; empty: the best of this machine
    int device = 0;         ///< GPU: index among the devices in CUDA_VISIBLE_DEVICES
    std::string tile = {};  ///< GPU: one of Proposal::tiles; empty: the first
};

/// Memory traffic of a step per node, apart from what caches serve.
struct NodeWork {
    int points = 0;          ///< nodes that the update of one node reads
    std::int64_t bytes = 0;  ///< per node, read or written
    std::string shape = {};  ///< name of the operator in tables, if it is not that of the stencil
};

/// One of Proposal::tiles, and the predicted time per node of a step with it [s]; 0: not known.
struct TileTime {
    std::string tile;
    double ctpn_s = 0;
};

/// What a backend provides for media of one kind. Functions instead of virtual methods, since rows of the registry are
/// data. A proposal depends on values only, so it can be made for another machine.
struct MediumSupport {
    std::function<bool(const MediumShape& medium)> is_kind;
    std::function<Proposal(const Inquiry& inquiry)> propose;
    /// `proposal`: the backend's own proposal for this problem, or an empty one.
    std::function<std::unique_ptr<StencilBackend>(const Problem& problem, const BackendOptions& options,
                                                  const Proposal& proposal)>
        open;
    std::function<NodeWork(const StencilProblem& problem)> work;
    /// GPU backends: compiles the problem's kernels into the cache, so that open() finds them. Several threads may call
    /// it at once.
    std::function<void(const StencilProblem& problem, const BackendOptions& options)> compile = {};
    bool wall_ports = false;  ///< can run WallPorts
    bool slabs = false;       ///< can update one slab of a grid beside others (slabs/)
    /// GPU backends with a choice of tiles: the predicted time with each, the usual tile first.
    std::function<std::vector<TileTime>(const StencilProblem& problem, const Machine& machine)> tile_times = {};
};

/// A function for MediumSupport::is_kind.
template <class Shape>
bool is_kind(const MediumShape& medium) {
    return std::holds_alternative<Shape>(medium);
}

/// One row of the registry.
struct BackendEntry {
    std::string name;
    std::string summary;
    std::vector<MediumSupport> media;  ///< one per kind of medium that it runs
    std::string other_media;           ///< reason why it does not run other kinds of media

    bool gpu = false;            ///< it runs on a GPU
    std::string same_bits_as{};  ///< an earlier backend with the same bits; `auto` may use this one instead where it is
                                 ///< faster
    bool half_walls = false;     ///< walls must be half a cell beyond the nodes: planning leaves them there for it

    bool on_gpu() const { return gpu; }
    /// The support for the medium of a problem; nullptr if there is none.
    const MediumSupport* support(const MediumShape& medium) const;
    Proposal propose(const Inquiry& inquiry) const;
    Proposal propose(const StencilProblem& problem, const Machine& machine,
                     std::int64_t steps_between_looks = Inquiry::no_looks) const {
        return propose(Inquiry(problem, machine, steps_between_looks));
    }
    /// Throws std::invalid_argument if the backend cannot run media of that kind.
    std::unique_ptr<StencilBackend> open(const Problem& problem, const BackendOptions& options,
                                         const Proposal& proposal = {}) const;
    NodeWork work(const StencilProblem& problem) const;
    // As in MediumSupport; empty if there is nothing to compile.
    void compile(const StencilProblem& problem, const BackendOptions& options) const;
    std::vector<TileTime> tile_times(const StencilProblem& problem, const Machine& machine) const;
};

}  // namespace wavesim
