// SPDX-License-Identifier: MIT
// What leaves the device as a snapshot, part by part.
#include <gtest/gtest.h>

#include "block_emulator.hpp"
#include "stencils/gpu/common/gather.cuh"

namespace wavesim {
namespace {

struct Box {
    std::vector<float> field, found;
    kernels::GatherArguments<float> arguments{};
};

constexpr int threads = 32;

/// Nodes (2, 1, 3) to (13, 7, 11) of a padded field that counts its places, every third.
Box gather(emulator::BlockEmulator& emulator, int part, int field_planes = 12) {
    constexpr int pitch = 16, plane = 16 * 9, nodes = 4 * 2 * 3;
    Box box;
    for (int i = 0; i < plane * field_planes; ++i) box.field.push_back(static_cast<float>(i));
    box.found.assign(nodes, -1.0F);
    emulator.allow(box.field.data(), box.field.size());
    emulator.allow(box.found.data(), box.found.size());
    box.arguments = {box.field.data() + 2 + pitch + 3 * plane, nullptr, plane, pitch, 4, 2, 3, 0, 0};
    for (int at = 0; at < nodes; at += part) {
        box.arguments.to = box.found.data() + at;
        box.arguments.first = at;
        box.arguments.count = std::min(part, nodes - at);
        emulator.launch((part + threads - 1) / threads, 1, 1, threads, 0, [&] { kernels::gather_box(box.arguments); });
    }
    return box;
}

TEST(GatherOnEmulator, KeepsTheNodesOfABoxInOrder) {
    for (const int part : {1, 7, 24, 40}) {
        emulator::BlockEmulator emulator(3);
        const Box box = gather(emulator, part);
        std::size_t i = 0;
        for (int z = 3; z < 11; z += 3)
            for (int y = 1; y < 7; y += 3)
                for (int x = 2; x < 13; x += 3) EXPECT_EQ(box.found[i++], x + 16 * (y + 9 * z)) << part;
        EXPECT_EQ(i, box.found.size());
    }
}

TEST(GatherOnEmulator, FindsAReadBeyondTheField) {
    emulator::BlockEmulator emulator(3);
    EXPECT_THROW(gather(emulator, 24, 9), emulator::Violation);
}

}  // namespace
}  // namespace wavesim
