// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// How the threads of a block go through the nodes of a group of statements.
enum class ThreadForm {
    nodes,   ///< a node per thread
    columns  ///< a thread goes along z and keeps in registers what the next planes read in its column
};

/// What happens to results that a later group reads at other nodes.
enum class StatementFusion {
    split,  ///< stored and read again
    chip    ///< in 3D two groups become one kernel, which keeps them in shared memory (statement_fusion.hpp)
};

/// Which fixed parts of statements are computed once and stored.
enum class StoredParts {
    none,
    free,  ///< those for which no more arrays move per step
    all
};

template <>
struct EnumWords<ThreadForm> {
    static constexpr auto words = std::to_array<std::string_view>({"nodes", "columns"});
};
template <>
struct EnumWords<StatementFusion> {
    static constexpr auto words = std::to_array<std::string_view>({"split", "chip"});
};
template <>
struct EnumWords<StoredParts> {
    static constexpr auto words = std::to_array<std::string_view>({"none", "free", "all"});
};

/// Bytes of the planes of a panel (statements.cuh) that the L2 cache may have to keep. A guess, well below the 50 MB of
/// compute capability 9.0.
inline constexpr std::int64_t usual_panel_bytes = std::int64_t{8} << 20;

/// How a GPU computes the groups of a program. Every schedule gives the same bits.
struct StatementSchedule {
    ThreadForm form = ThreadForm::columns;  ///< in 3D; in 2D threads have one node
    int tile_x = 32;                        ///< nodes of a block along x, one per thread
    int tile_y = 8;                         ///< along y, in 2D along z
    int planes = 0;                         ///< of a block of columns along z; 0: as many as the grid suggests
    bool ahead = false;                     ///< columns load the values at their nodes one plane before they need them
    int resident = 2;                       ///< blocks per multiprocessor for which the compiler must leave registers
    StoredParts parts = StoredParts::free;
    StatementFusion fusion = StatementFusion::split;
    std::int64_t panel_bytes = usual_panel_bytes;  ///< of blocks of nodes: what the L2 cache may have to keep

    int threads() const { return tile_x * tile_y; }
    bool operator==(const StatementSchedule&) const = default;
};

/// Such as form=columns,tile=32x8,planes=64,ahead=no,resident=2,parts=free,fusion=split.
std::string to_text(const StatementSchedule& schedule);
/// Changes a schedule by such a text, some keys of it. One sentence if it is wrong; then nothing is changed.
std::string change_schedule(StatementSchedule& schedule, const std::string& text);

}  // namespace wavesim
