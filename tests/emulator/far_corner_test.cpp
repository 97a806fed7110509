// SPDX-License-Identifier: MIT
// Offsets beyond 2^32: the last block of a 3000^3 grid gives the bits of a small grid with the same corner. Its fields
// are 108 GB of address space, of which only the pages around the far corner are in memory.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <random>

#include "emulated_case.hpp"
#include "stencils/gpu/common/points.cuh"
#include "stencils/gpu/per_node/stream25.cuh"
#include "stencils/gpu/per_node/texture.cuh"
#include "stencils/gpu/sweep/sweep.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;

/// Address space for `count` values that read 0; only pages that are written take memory.
class SparseField {
  public:
    explicit SparseField(std::size_t count) : bytes_(count * sizeof(float)) {
        data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    SparseField(const SparseField&) = delete;
    SparseField& operator=(const SparseField&) = delete;
    ~SparseField() {
        if (mapped()) munmap(data_, bytes_);
    }
    bool mapped() const { return data_ != MAP_FAILED; }
    float* data() const { return static_cast<float*>(data_); }

  private:
    std::size_t bytes_;
    void* data_;
};

constexpr std::int64_t reach = 24;  ///< nodes from the far corner that hold sound

/// A cube of n^3 nodes with random values near its far corner, the same for every n.
struct Corner {
    std::int64_t n;
    kernels::FieldArguments<float> arguments{};
    SparseField now, next, factor;

    explicit Corner(std::int64_t size)
        : n(size),
          now(static_cast<std::size_t>((n + 15) / 16 * 16 * n * n)),
          next(static_cast<std::size_t>((n + 15) / 16 * 16 * n * n)),
          factor(static_cast<std::size_t>((n + 15) / 16 * 16 * n * n)) {
        if (!now.mapped() || !next.mapped() || !factor.mapped())
            throw std::runtime_error("no address space for the field");
        arguments.now = now.data();
        arguments.next = next.data();
        arguments.factor.values = factor.data();
        arguments.pitch = static_cast<int>((n + 15) / 16 * 16);
        arguments.plane = arguments.pitch * n;
        arguments.nx = arguments.ny = arguments.nz = static_cast<int>(n);
        for (int side = 0; side < 6; ++side) arguments.halo[side] = side % 2 == 0 ? 0 : 1;
        std::mt19937 random(9);
        for (std::int64_t z = n - reach; z < n; ++z)
            for (std::int64_t y = n - reach; y < n; ++y)
                for (std::int64_t x = n - reach; x < n; ++x) {
                    now.data()[at(x, y, z)] = static_cast<float>(random()) * 0x1p-32f - 0.5f;
                    next.data()[at(x, y, z)] = static_cast<float>(random()) * 0x1p-32f - 0.5f;
                    factor.data()[at(x, y, z)] = static_cast<float>(random()) * 0x1p-32f;
                }
    }
    std::int64_t at(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return x + y * arguments.pitch + z * arguments.plane;
    }
    void allow(BlockEmulator& emulator) const {
        emulator.allow(now.data(), static_cast<std::size_t>(arguments.plane * n));
        emulator.allow(next.data(), static_cast<std::size_t>(arguments.plane * n));
        emulator.allow(factor.data(), static_cast<std::size_t>(arguments.plane * n));
    }
};

using Star2 = TestSpec<float, Set::star, 2, 32, 8, 2, true>;
using Box1 = TestSpec<float, Set::box, 1, 32, 8, 2, true>;

/// Runs the block that holds the far corner of a kernel that walks along z in chunks of 8 planes.
template <class Spec, class Kernel>
void walk(Corner& corner) {
    kernels::FieldArguments<float>& a = corner.arguments;
    const auto count = [](std::int64_t n, std::int64_t size) { return static_cast<int>((n + size - 1) / size); };
    a.chunk = 8;
    a.tiles_x = count(corner.n, Spec::tile_x);
    a.tiles = a.tiles_x * count(corner.n, Spec::tile_y);
    a.whole = a.tiles * count(corner.n, a.chunk);
    BlockEmulator emulator(3);
    corner.allow(emulator);
    emulator.launch_block(a.whole - 1, 0, 0, Kernel::threads, Kernel::shared_bytes, [&] { Kernel::run(a); });
}

template <class Spec>
void run_texture(Corner& corner) {
    using Kernel = kernels::TextureUnrolled<Spec>;
    const auto last = [&corner](int size) { return static_cast<int>((corner.n - 1) / size); };
    BlockEmulator emulator(4);
    corner.allow(emulator);
    emulator.launch_block(last(Spec::tile_x), last(Spec::tile_y), last(Spec::tile_z * Spec::rows), Kernel::threads, 0,
                          [&] { Kernel::run(corner.arguments); });
}

/// Whether the node's tile and chunk end alike in both grids: 3000 and 56 leave the same rest by 32, 8 and 8.
void expect_same_corner(const Corner& large, const Corner& small) {
    static_assert(3000 % 32 == 56 % 32 && 3000 % 8 == 56 % 8);
    int changed = 0;
    for (std::int64_t z = 1; z <= 2; ++z)
        for (std::int64_t y = 1; y <= 8; ++y)
            for (std::int64_t x = 1; x <= reach; ++x) {
                const float a = large.next.data()[large.at(large.n - x, large.n - y, large.n - z)];
                const float b = small.next.data()[small.at(small.n - x, small.n - y, small.n - z)];
                EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0) << x << " " << y << " " << z << ": " << a << " " << b;
                changed += std::abs(a) > 0.5f;  // no start value is as large
            }
    EXPECT_GT(changed, 10);
}

TEST(FarCorner, OfA3000CubedGridIsThatOfASmallOne) {
    const auto check = [](const char* name, auto&& run) {
        SCOPED_TRACE(name);
        Corner large(3000);
        Corner small(56);
        ASSERT_GT(large.arguments.plane * 2999, std::int64_t{1} << 34);
        run(large);
        run(small);
        expect_same_corner(large, small);
    };
    check("sweep", walk<Box1, kernels::Sweep<Box1>>);
    check("sweep", walk<Star2, kernels::Sweep<Star2>>);
    check("register", walk<Star2, kernels::StreamRegister<Star2>>);
    check("hybrid", walk<Box1, kernels::StreamHybrid<Box1>>);
    check("shared", walk<Star2, kernels::StreamShared<Star2>>);
    check("global", walk<Box1, kernels::StreamGlobal<Box1>>);
    check("texture", run_texture<Box1>);
    check("sweep in a medium", walk<Varying<Star2>, kernels::Sweep<Varying<Star2>>>);
    check("register in a medium", walk<Varying<Box1>, kernels::StreamRegister<Varying<Box1>>>);
    check("texture in a medium", run_texture<Varying<Star2>>);
}

TEST(FarCorner, OfA3000CubedGridIsReachedByThePasses) {
    Corner large(3000);
    const long long base = large.at(2990, 2999, 2999);
    const kernels::NodeGroup group{base, 0, 2, 0, 0, 0, 0, 0};
    const kernels::NodeKind kind{1, 0, 0, 0, 0, 0, 0, 0};
    const int offset[] = {0, 9};
    const long long neighbour[] = {-large.arguments.plane};
    const float weight[] = {2};
    long long step[] = {0, 0};
    kernels::PassArguments<float> passes{};
    passes.now = large.now.data();
    passes.next = large.next.data();
    passes.groups = 1;
    passes.group = &group;
    passes.kind = &kind;
    passes.offset = offset;
    passes.correction_neighbour = neighbour;
    passes.correction_weight = weight;
    passes.step = step;
    passes.next_step = step + 1;
    const float before = large.next.data()[base + 9];
    BlockEmulator emulator(5);
    large.allow(emulator);

    emulator.launch_block(0, 0, 0, kernels::pass_threads, 0, [&] { kernels::run_passes(passes); });

    EXPECT_EQ(large.next.data()[base + 9], std::fma(2.0f, large.now.data()[base + 9 - large.arguments.plane], before));
    EXPECT_EQ(step[1], 1);
}

}  // namespace
}  // namespace wavesim
