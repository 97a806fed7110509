// SPDX-License-Identifier: MIT
// Stencils as the kernels see them, and one bulk step of a random field with the CPU backend's answer.
#pragma once
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

#include "block_emulator.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/arguments.cuh"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

enum class Set { star, ball, box };

/// Stencil of one set of points up to radius R, cut into blocks for the kernels.
template <class Value, Set set, int R, int X, int Y, int Rows, bool Staged>
struct TestSpec {
    using Real = Value;
    static constexpr int radius = R, tile_x = X, tile_y = Y, tile_z = 1, rows = Rows, buffers = R + 3;
    static constexpr bool staged = Staged;
    static constexpr int layer = 0;
    static constexpr bool flat = false;
    static constexpr bool odd = true;
    static constexpr bool medium = false;
    static constexpr int end_column = -1;
    static constexpr bool boxed = false;
    static constexpr bool has(int a, int b, int c) {
        if (a + b + c == 0) return false;
        if (set == Set::star) return (a == 0) + (b == 0) + (c == 0) >= 2;
        return set == Set::box || a * a + b * b + c * c <= R * R + 1;
    }
    static constexpr Real weight(int a, int b, int c) {
        const int norm = a * a + b * b + c * c;
        return has(a, b, c) ? Real(0.3) / Real(4 + norm * norm + a * b * c) : Real(0);
    }
    static constexpr int count_pairs() {
        int count = 0;
        for (int i = 0; i < width * width * width / 2; ++i) count += weight_at(i) != 0;
        return count;
    }
    static constexpr int width = 2 * R + 1;
    static constexpr int along(int i, int axis) {  // the i-th point of the cube, x fastest
        return (axis == 0 ? i : axis == 1 ? i / width : i / (width * width)) % width - R;
    }
    static constexpr Real weight_at(int i) {
        const auto size = [i](int axis) { return along(i, axis) < 0 ? -along(i, axis) : along(i, axis); };
        return weight(size(0), size(1), size(2));
    }
    static constexpr int pairs = count_pairs();
    /// One of each pair of opposite points: those before the centre.
    static constexpr auto offsets = [] {
        std::array<signed char, 3 * static_cast<std::size_t>(pairs)> list{};
        std::size_t at = 0;
        for (int i = 0; i < width * width * width / 2; ++i)
            if (weight_at(i) != 0)
                for (int axis = 0; axis < 3; ++axis) list[at++] = static_cast<signed char>(along(i, axis));
        return list;
    }();
    static Stencil stencil() {
        Stencil s;
        s.name = "test";
        for (int a = 1; a <= R; ++a)
            for (int b = 0; b <= a; ++b)
                for (int c = 0; c <= b; ++c)
                    if (has(a, b, c)) {
                        s.shells.push_back({a, b, c});
                        s.a.push_back(static_cast<double>(weight(a, b, c)));
                    }
        return s;
    }
};

/// The same in a medium that varies.
template <class Constant>
struct Varying : Constant {
    static constexpr bool medium = true;
};

/// The same with factors kept as codes.
template <class Constant, MediumStorage storage>
struct Coded : Constant {
    static constexpr int medium = static_cast<int>(kernels::medium_float) + static_cast<int>(storage);
};

/// The same in a sweep that finishes walls at the ends of rows.
template <class Constant, int column>
struct WithRowEnds : Constant {
    static constexpr int end_column = column;
};

/// The same in a launch for a part of the grid.
template <class Constant>
struct Boxed : Constant {
    static constexpr bool boxed = true;
};

/// A field on a padded grid for the kernel, and the same problem for the CPU backend.
template <class Spec>
struct Case {
    using Real = typename Spec::Real;
    Extent n;
    int pitch;
    std::vector<Real> now;
    std::vector<Real> next;
    std::vector<float> factor;         ///< of each node; NaN in padding
    std::vector<unsigned char> codes;  ///< instead
    std::vector<float> table;          ///< NaN for numbers that no node has
    kernels::FieldArguments<Real> arguments{};
    ScalarProblem problem;
    std::vector<double> expected;

    Case(Extent extent, std::array<HaloRule, 6> halo, int chunk) : n(extent) {
        pitch = static_cast<int>((n.nx + 15) / 16 * 16);
        const auto size = static_cast<std::size_t>(pitch * n.ny * n.nz);
        now.assign(size + 4, 0);
        next.assign(size + 4, 0);
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> draw(-1, 1);
        std::vector<double> u(static_cast<std::size_t>(n.nodes()));
        std::vector<double> before(u.size());
        for (std::size_t i = 0; i < u.size(); ++i) {
            const Node at = node_at(n, static_cast<std::int64_t>(i));
            const auto k = static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z));
            now[k] = static_cast<Real>(draw(random));
            next[k] = static_cast<Real>(draw(random));
            u[i] = static_cast<double>(now[k]);
            before[i] = static_cast<double>(next[k]);
        }
        if (Spec::medium) place_factors();
        arguments = {now.data(),
                     next.data(),
                     pitch * n.ny,
                     pitch,
                     static_cast<int>(n.nx),
                     static_cast<int>(n.ny),
                     static_cast<int>(n.nz),
                     chunk,
                     0,
                     0,
                     0,
                     0,
                     0,
                     {},
                     {factor.data()}};
        if (problem.speed.coded()) {
            const FactorCode& code = problem.factors.stored.code();
            arguments.factor = {codes.data(), table.data(), code.most, code.step};
        }
        for (std::size_t s = 0; s < 6; ++s) arguments.halo[s] = static_cast<int>(halo[s]);
        problem.extent = n;
        problem.precision = Precision::float64;
        problem.stencil = Spec::stencil();
        problem.courant = 1;
        problem.halo = halo;
        const auto cpu = find_backend("cpu")->open(problem, {1, ""});
        cpu->write(FieldLevel::current, u);
        cpu->write(FieldLevel::previous, before);
        cpu->advance(1);
        expected.resize(u.size());
        cpu->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, expected);
    }

    void place_factors() {
        factor.assign(now.size(), NAN);
        problem.speed.varies = true;
        std::mt19937 random(8);
        std::uniform_real_distribution<float> draw(0.05F, 1.0F);
        for (std::int64_t i = 0; i < n.nodes(); ++i) {
            const Node at = node_at(n, i);
            problem.factors.of_node.push_back(draw(random));
            factor[static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z))] = problem.factors.of_node.back();
        }
        if (Spec::medium > kernels::medium_float) keep_as_codes();
    }
    void keep_as_codes() {
        problem.store_factors(static_cast<MediumStorage>(Spec::medium - kernels::medium_float));
        factor.clear();
        table = problem.factors.stored.code().table;
        table.resize(65536, NAN);
        const auto size = static_cast<std::size_t>(bytes_of(problem.speed.storage));
        codes.assign(size * now.size(), 0);  // padding has any factor, but one of the table
        for (std::int64_t i = 0; i < n.nodes(); ++i) {
            const Node at = node_at(n, i);
            const std::uint32_t code = problem.factors.stored.code_at(static_cast<std::size_t>(i));
            std::memcpy(codes.data() + size * static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z)), &code,
                        size);
        }
    }

    /// Runs body(arguments) on every thread of as many blocks of x * y nodes and arguments.chunk planes as the grid
    /// needs.
    void run(emulator::BlockEmulator& emulator, int x, int y, int threads, int shared_bytes,
             const std::function<void(const kernels::FieldArguments<Real>&)>& body) {
        allow(emulator);
        const Extent in = inside();
        emulator.launch(count(in.nx, x), count(in.ny, y), count(in.nz, arguments.chunk), threads, shared_bytes,
                        [&] { body(arguments); });
    }
    /// The same for kernels that walk along z: the first `whole` chunks in one block each, the others in pieces.
    void walk(emulator::BlockEmulator& emulator, int x, int y, int threads, int shared_bytes, int whole, int piece,
              const std::function<void(const kernels::FieldArguments<Real>&)>& body) {
        allow(emulator);
        const Extent in = inside();
        arguments.tiles_x = count(in.nx, x);
        arguments.tiles = arguments.tiles_x * count(in.ny, y);
        const int units = arguments.tiles * count(in.nz, arguments.chunk);
        arguments.whole = std::min(whole, units);
        arguments.left = units - arguments.whole;
        arguments.piece = piece;
        emulator.launch(arguments.whole + arguments.left * count(arguments.chunk, piece), 1, 1, threads, shared_bytes,
                        [&] { body(arguments); });
    }
    /// Leaves the box between margins to the launches that follow.
    void take_box(const NodeBox& box) {
        const std::array<std::int64_t, 6> margin{box.from.x,      n.nx - box.to.x, box.from.y,
                                                 n.ny - box.to.y, box.from.z,      n.nz - box.to.z};
        std::copy(margin.begin(), margin.end(), arguments.margin);
    }
    /// Nodes of a launch; arguments.nz may have been changed.
    Extent inside() const {
        const auto& margin = arguments.margin;
        return {n.nx - margin[0] - margin[1], n.ny - margin[2] - margin[3], arguments.nz - margin[4] - margin[5]};
    }
    void allow(emulator::BlockEmulator& emulator) const {
        emulator.allow(now.data(), now.size());
        emulator.allow(next.data(), next.size());
        emulator.allow(factor.data(), factor.size());
        emulator.allow(codes.data(), codes.size());
        emulator.allow(table.data(), table.size());
    }
    static int count(std::int64_t a, int b) { return static_cast<int>((a + b - 1) / b); }

    /// Largest difference to the CPU backend; NaN counts as infinite.
    double error() const {
        double worst = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const Node at = node_at(n, static_cast<std::int64_t>(i));
            const double value =
                static_cast<double>(next[static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z))]);
            const double difference = std::abs(value - expected[i]);
            if (!(difference <= worst)) worst = std::isnan(difference) ? INFINITY : difference;
        }
        return worst;
    }
};

inline constexpr std::array<HaloRule, 6> mirrors{HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half,
                                                 HaloRule::mirror_half, HaloRule::mirror_half, HaloRule::mirror_half};
inline constexpr std::array<HaloRule, 6> odd{HaloRule::odd_half, HaloRule::mirror_half, HaloRule::mirror_whole,
                                             HaloRule::odd_half, HaloRule::odd_half,    HaloRule::odd_half};
inline constexpr std::array<HaloRule, 6> mixed{HaloRule::mirror_whole, HaloRule::zero, HaloRule::mirror_half,
                                               HaloRule::mirror_whole, HaloRule::zero, HaloRule::mirror_half};

}  // namespace wavesim
