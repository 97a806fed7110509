// SPDX-License-Identifier: MIT
// The kernels of wall ports on the emulator: random branches at random vertices, advanced together with the emulated
// sweep and compared with the CPU backend; and alone, compared with the law itself.
#include <gtest/gtest.h>

#include "emulated_case.hpp"
#include "kernel_texts/ports.hpp"
#include "stencils/gpu/common/port_table.hpp"
#include "stencils/gpu/common/ports.cuh"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;

/// Ports of four laws and five rows on random nodes, several on one node and several groups of one kind.
WallPorts random_ports(const Extent& n, double share, std::mt19937_64& random) {
    std::uniform_real_distribution<double> unit(0, 1);
    WallPorts ports;
    for (int r = 0; r < 5; ++r) {
        PortRow row{{{0, 0, 0}}, {0.1 + unit(random)}};
        for (std::int64_t corner = 1; corner < 8; ++corner)
            if (unit(random) < 0.2 * r) {
                row.steps.push_back({corner & 1, corner >> 1 & 1, corner >> 2});
                row.weights.push_back(0.1 + unit(random));
            }
        double sum = 0;
        for (const double weight : row.weights) sum += weight;
        for (double& weight : row.weights) weight /= sum;
        ports.row.push_back(row);
    }
    for (int l = 0; l < 4; ++l) {
        PortLaw law{0.25 + 0.5 * unit(random), 2 + unit(random), {}};
        for (int m = 0; m <= l; ++m)
            law.branches.push_back({m == 1 ? 0.0 : unit(random), 0.3 + 3 * unit(random), m == 2 ? 0.0 : unit(random)});
        for (std::int64_t node = 0; node < n.nodes(); ++node) {
            const Node at = node_at(n, node);
            if (unit(random) > share || at.x + 1 >= n.nx || at.y + 1 >= n.ny || at.z + 1 >= n.nz) continue;
            ports.nodes.push_back(node);
            ports.rows.push_back(static_cast<std::uint16_t>(l < 2 ? 4 : 5 * unit(random)));
        }
        ports.law.push_back(law);
        ports.first.push_back(std::ssize(ports.nodes));
    }
    return ports;
}

// The kernels as the run-time compiler gets them.
void enter_ports(const kernels::PortArguments<float>& a) { kernels::ports_single::wavesim_ports(a); }
void enter_ports(const kernels::PortArguments<double>& a) { kernels::ports_double::wavesim_ports(a); }
void enter_pushes(const kernels::PortArguments<float>& a) { kernels::ports_single::wavesim_pushes(a); }
void enter_pushes(const kernels::PortArguments<double>& a) { kernels::ports_double::wavesim_pushes(a); }

/// The ports of a problem as a device has them.
template <class Real>
class EmulatedPorts {
  public:
    EmulatedPorts(const WallPorts& ports, double courant, const DeviceLayout& layout)
        : table_(merge_ports(ports, courant, layout)),
          kinds_(rounded_kinds<Real>(table_.kinds)),
          branches_(rounded_branches<Real>(table_.branches)),
          weight_(table_.weight.begin(), table_.weight.end()),
          push_weight_(table_.push_weight.begin(), table_.push_weight.end()),
          theta_(static_cast<std::size_t>(table_.theta)),
          springs_(static_cast<std::size_t>(table_.springs)),
          flux_(table_.offset.size(), static_cast<Real>(NAN)) {
        arguments_.courant = static_cast<Real>(courant);
        arguments_.group = table_.groups.data();
        arguments_.kind = kinds_.data();
        arguments_.branch = branches_.data();
        arguments_.offset = table_.offset.data();
        arguments_.step = table_.step.data();
        arguments_.weight = weight_.data();
        arguments_.theta = theta_.data();
        arguments_.springs = springs_.data();
        arguments_.flux = flux_.data();
        arguments_.push_group = table_.push_groups.data();
        arguments_.push_offset = table_.push_offset.data();
        arguments_.port = table_.port.data();
        arguments_.weight_of = table_.weight_of.data();
        arguments_.push_weight = push_weight_.data();
    }
    void allow(BlockEmulator& emulator, std::size_t states_left_out = 0) const {
        emulator.allow(theta_.data(), theta_.size() - states_left_out);
        emulator.allow(springs_.data(), springs_.size());
        emulator.allow(flux_.data(), flux_.size());
    }
    void move(BlockEmulator& emulator, const std::vector<Real>& now) {
        arguments_.now = now.data();
        launch(emulator, table_.groups.size(), [&] { enter_ports(arguments_); });
    }
    void push(BlockEmulator& emulator, std::vector<Real>& next) {
        arguments_.next = next.data();
        launch(emulator, table_.push_groups.size(), [&] { enter_pushes(arguments_); });
    }
    const PortTable& table() const { return table_; }

  private:
    static void launch(BlockEmulator& emulator, std::size_t groups, const std::function<void()>& body) {
        kernels::waits = 0;
        const int threads = kernels::group_nodes;
        emulator.launch(static_cast<int>(groups), 1, 1, threads, 0, body);
        // On a GPU it starts while the launch before it still runs.
        EXPECT_EQ(kernels::waits, static_cast<std::int64_t>(groups) * threads);
    }

    PortTable table_;
    std::vector<kernels::PortKind<Real>> kinds_;
    std::vector<kernels::PortBranchLaw<Real>> branches_;
    std::vector<Real> weight_, push_weight_, theta_, springs_, flux_;
    kernels::PortArguments<Real> arguments_{};
};

template <class Spec>
class PortsOnEmulator : public ::testing::Test {};
/// Stencils along the axes, and of 27, 57 and 123 points.
using Specs =
    ::testing::Types<TestSpec<double, Set::star, 1, 16, 4, 1, false>, TestSpec<float, Set::star, 2, 32, 4, 2, false>,
                     TestSpec<double, Set::star, 4, 16, 4, 2, true>, TestSpec<float, Set::box, 1, 16, 4, 1, true>,
                     TestSpec<double, Set::ball, 2, 16, 4, 2, true>, TestSpec<float, Set::ball, 3, 32, 4, 2, false>>;
TYPED_TEST_SUITE(PortsOnEmulator, Specs);

TYPED_TEST(PortsOnEmulator, AgreeWithTheCpuBackend) {
    using Real = typename TypeParam::Real;
    using Sweep = kernels::Sweep<TypeParam>;
    constexpr int steps = 4;
    ScalarProblem problem;
    const Extent n = problem.extent = {TypeParam::staged ? 22 : 21, 13, 11};
    problem.precision = precision_of<Real>();
    problem.stencil = TypeParam::stencil();
    problem.courant = 1;  // the weights of TestSpec include it
    problem.halo = mirrors;
    std::mt19937_64 random(23);
    problem.walls.ports = random_ports(n, 0.3, random);
    const DeviceLayout layout = device_layout(n, problem.precision);
    std::array<std::vector<Real>, 2> fields;
    for (auto& field : fields) field.assign(static_cast<std::size_t>(layout.values), 0);
    std::vector<double> start(static_cast<std::size_t>(n.nodes()));
    for (std::int64_t i = 0; i < n.nodes(); ++i) {
        const auto value = static_cast<Real>(std::uniform_real_distribution<double>(-1, 1)(random));
        fields[0][static_cast<std::size_t>(layout.offset(i))] = value;
        start[static_cast<std::size_t>(i)] = static_cast<double>(value);
    }
    auto cpu = find_backend("cpu")->open(problem, {1, ""});
    cpu->write(FieldLevel::current, start);
    cpu->advance(steps);

    BlockEmulator emulator(5);
    for (auto& field : fields) emulator.allow(field.data(), field.size());
    EmulatedPorts<Real> ports(problem.walls.ports, problem.courant, layout);
    ports.allow(emulator);
    kernels::FieldArguments<Real> bulk{};
    bulk.plane = layout.plane;
    bulk.pitch = static_cast<int>(layout.pitch);
    bulk.nx = static_cast<int>(n.nx), bulk.ny = 13, bulk.nz = 11, bulk.chunk = 4;
    bulk.tiles_x = (bulk.nx + TypeParam::tile_x - 1) / TypeParam::tile_x;
    bulk.tiles = bulk.tiles_x * ((13 + TypeParam::tile_y - 1) / TypeParam::tile_y);
    bulk.whole = bulk.tiles * 3;
    for (int& halo : bulk.halo) halo = kernels::halo_mirror_half;
    for (int step = 0; step < steps; ++step) {
        std::vector<Real>&now = fields[static_cast<std::size_t>(step % 2)],
        &next = fields[static_cast<std::size_t>((step + 1) % 2)];
        bulk.now = now.data();
        bulk.next = next.data();
        ports.move(emulator, now);
        emulator.launch(bulk.whole, 1, 1, Sweep::threads, Sweep::shared_bytes,
                        [&] { emulator::run_kernel<kernels::Sweep, TypeParam>(bulk); });
        ports.push(emulator, next);
    }

    std::vector<double> expected(start.size());
    cpu->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, expected);
    double peak = 0;
    for (const double value : expected) peak = std::max(peak, std::abs(value));
    for (std::int64_t i = 0; i < n.nodes(); ++i)
        EXPECT_NEAR(static_cast<double>(fields[steps % 2][static_cast<std::size_t>(layout.offset(i))]),
                    expected[static_cast<std::size_t>(i)], peak * (sizeof(Real) == 4 ? 2e-6 : 1e-14))
            << i;
}

/// The law as its header has it, port by port in double.
class LawByHand {
  public:
    LawByHand(const WallPorts& ports, double courant, const Extent& n) : ports_(ports), courant_(courant), n_(n) {
        for (std::size_t l = 0; l < ports.law.size(); ++l)
            for (std::int64_t p = ports.first[l]; p < ports.first[l + 1]; ++p) {
                law_.push_back(l);
                theta_.emplace_back(ports.law[l].branches.size());
            }
        y_ = theta_;
    }
    void step(const std::vector<double>& u, std::vector<double>& next) {
        const double t = courant_;
        for (std::size_t p = 0; p < ports_.nodes.size(); ++p) {
            const PortLaw& law = ports_.law[law_[p]];
            const PortRow& row = ports_.row[ports_.rows[p]];
            const auto node = [&](std::size_t i) {
                const Node& s = row.steps[i];
                return static_cast<std::size_t>(ports_.nodes[p] + n_.index(s.x, s.y, s.z));
            };
            double pressure = 0, taken = 0, admitted = 0, flux = 0;
            for (std::size_t i = 0; i < row.steps.size(); ++i) pressure += row.weights[i] * u[node(i)];
            std::vector<double> beta, h;
            for (std::size_t m = 0; m < law.branches.size(); ++m) {
                const auto& [d, e, f] = law.branches[m];
                beta.push_back(1 / (d + e * t / 2 + f * t * t / 4));
                h.push_back(e * theta_[p][m] + f * (y_[p][m] + t * theta_[p][m] / 2));
                taken += beta[m] * h[m];
                admitted += beta[m];
            }
            const double wall = (pressure + law.air_mass * taken) / (1 + law.air_mass * admitted);
            for (std::size_t m = 0; m < law.branches.size(); ++m) {
                const double own = beta[m] * (wall - h[m]);
                y_[p][m] += t * theta_[p][m] + t * t * own / 2;
                theta_[p][m] += t * own;
                flux += own;
            }
            for (std::size_t i = 0; i < row.steps.size(); ++i)
                next[node(i)] -= t * t * law.area * row.weights[i] * flux;
        }
    }

  private:
    const WallPorts& ports_;
    double courant_;
    Extent n_;
    std::vector<std::size_t> law_;
    std::vector<std::vector<double>> theta_, y_;
};

TEST(PortKernels, FollowTheLaw) {
    const Extent n{19, 12, 10};
    const double courant = 0.6;
    std::mt19937_64 random(3);
    const WallPorts ports = random_ports(n, 0.25, random);
    const DeviceLayout layout = device_layout(n, Precision::float64);
    BlockEmulator emulator(7);
    EmulatedPorts<double> emulated(ports, courant, layout);
    emulated.allow(emulator);
    LawByHand law(ports, courant, n);
    std::uniform_real_distribution<double> draw(-1, 1);
    std::vector<double> field(static_cast<std::size_t>(layout.values)), pushed(field.size());
    emulator.allow(field.data(), field.size());
    emulator.allow(pushed.data(), pushed.size());
    for (int step = 0; step < 9; ++step) {
        std::vector<double> u, expected;
        for (std::int64_t i = 0; i < n.nodes(); ++i) {
            u.push_back(field[static_cast<std::size_t>(layout.offset(i))] = draw(random));
            expected.push_back(pushed[static_cast<std::size_t>(layout.offset(i))] = draw(random));
        }
        law.step(u, expected);
        emulated.move(emulator, field);
        emulated.push(emulator, pushed);
        for (std::int64_t i = 0; i < n.nodes(); ++i)
            ASSERT_NEAR(pushed[static_cast<std::size_t>(layout.offset(i))], expected[static_cast<std::size_t>(i)],
                        1e-13)
                << step << " " << i;
    }
}

/// In any order of the threads.
TEST(PortKernels, GiveTheSameBits) {
    const Extent n{19, 12, 10};
    std::mt19937_64 random(3);
    const WallPorts ports = random_ports(n, 0.25, random);
    const DeviceLayout layout = device_layout(n, Precision::float32);
    std::uniform_real_distribution<float> draw(-1, 1);
    std::vector<float> field;
    for (std::int64_t i = 0; i < layout.values; ++i) field.push_back(draw(random));
    std::vector<std::vector<float>> results;
    for (const std::uint64_t seed : {emulator::forwards, emulator::backwards, std::uint64_t{4}}) {
        BlockEmulator emulator(seed);
        EmulatedPorts<float> emulated(ports, 0.6, layout);
        std::vector<float>& pushed = results.emplace_back(field.size());
        emulated.allow(emulator);
        emulator.allow(field.data(), field.size());
        emulator.allow(pushed.data(), pushed.size());
        for (int step = 0; step < 3; ++step) {
            emulated.move(emulator, field);
            emulated.push(emulator, pushed);
        }
    }
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
}

TEST(PortKernels, TouchNoStateThatIsNotThere) {
    const Extent n{19, 12, 10};
    std::mt19937_64 random(3);
    const DeviceLayout layout = device_layout(n, Precision::float64);
    BlockEmulator emulator(7);
    EmulatedPorts<double> emulated(random_ports(n, 0.25, random), 0.6, layout);
    std::vector<double> field(static_cast<std::size_t>(layout.values));
    emulator.allow(field.data(), field.size());
    emulated.allow(emulator, 40);
    EXPECT_THROW(emulated.move(emulator, field), emulator::Violation);
}

}  // namespace
}  // namespace wavesim
