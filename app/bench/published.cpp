// SPDX-License-Identifier: MIT
#include "app/bench/published.hpp"

#include <algorithm>
#include <array>

namespace wavesim {

namespace {

constexpr std::array v100_float{
    PublishedRow{"star2d1r", 10, "256", 256, "64", 5631, 7330},
    PublishedRow{"star2d2r", 10, "512", 256, "64", 6319, 8172},
    PublishedRow{"star2d3r", 7, "512", 256, "64", 7132, 8627},
    PublishedRow{"star2d4r", 5, "512", 256, "-", 7244, 8954},
    PublishedRow{"box2d1r", 10, "256", 256, "96", 6693, 11327},
    PublishedRow{"box2d2r", 5, "256", 256, "64", 9163, 12473},
    PublishedRow{"box2d3r", 2, "256", 128, "96", 10227, 12391},
    PublishedRow{"box2d4r", 4, "512", 256, "96", 10772, 13241},
    PublishedRow{"j2d5pt", 10, "256", 256, "64", 6160, 8144},
    PublishedRow{"j2d9pt", 5, "256", 256, "-", 6398, 8370},
    PublishedRow{"j2d9pt-gol", 10, "256", 256, "-", 6865, 10994},
    PublishedRow{"gradient2d", 10, "256", 256, "96", 7965, 12660},
    PublishedRow{"star3d1r", 4, "32x32", 128, "96", 2887, 3498},
    PublishedRow{"star3d2r", 3, "32x32", 128, "32", 2910, 4268},
    PublishedRow{"star3d3r", 2, "32x32", 128, "32", 3118, 4518},
    PublishedRow{"star3d4r", 2, "32x32", 256, "32", 2808, 4063},
    PublishedRow{"box3d1r", 3, "32x32", 256, "32", 6284, 12811},
    PublishedRow{"box3d2r", 1, "32x16", 128, "96", 8666, 13640},
    PublishedRow{"box3d3r", 1, "64x16", 128, "96", 9351, 13931},
    PublishedRow{"box3d4r", 1, "64x16", 256, "-", 9707, 15248},
    PublishedRow{"j3d27pt", 3, "32x32", 256, "32", 6251, 12617},
};
constexpr std::array v100_double{
    PublishedRow{"star2d1r", 10, "256", 256, "-", 3306, 4177},
    PublishedRow{"star2d2r", 6, "512", 128, "64", 3071, 4431},
    PublishedRow{"star2d3r", 6, "256", 128, "96", 3221, 4707},
    PublishedRow{"star2d4r", 4, "256", 128, "96", 3422, 4680},
    PublishedRow{"box2d1r", 10, "256", 256, "-", 2984, 5664},
    PublishedRow{"box2d2r", 3, "256", 128, "64", 4686, 5858},
    PublishedRow{"box2d3r", 2, "256", 128, "64", 5507, 6196},
    PublishedRow{"box2d4r", 1, "256", 128, "96", 5770, 6576},
    PublishedRow{"j2d5pt", 10, "256", 256, "96", 1258, 4642},
    PublishedRow{"j2d9pt", 5, "256", 256, "64", 2770, 4259},
    PublishedRow{"j2d9pt-gol", 10, "256", 256, "-", 1394, 5497},
    PublishedRow{"gradient2d", 8, "256", 128, "64", 2343, 5806},
    PublishedRow{"star3d1r", 4, "64x16", 128, "32", 1393, 1647},
    PublishedRow{"star3d2r", 2, "32x32", 128, "64", 1413, 1847},
    PublishedRow{"star3d3r", 2, "32x32", 256, "96", 1591, 2193},
    PublishedRow{"star3d4r", 1, "32x32", 128, "96", 1684, 2087},
    PublishedRow{"box3d1r", 3, "32x16", 128, "-", 2888, 5552},
    PublishedRow{"box3d2r", 1, "32x16", 128, "96", 5024, 6820},
    PublishedRow{"box3d3r", 1, "32x16", 128, "-", 2993, 7599},
    PublishedRow{"box3d4r", 1, "64x16", 256, "-", 4635, 7624},
    PublishedRow{"j3d27pt", 3, "32x16", 128, "64", 1957, 5468},
};

}  // namespace

const PublishedRow* published_row(const std::string& program, Precision precision) {
    const auto& rows = precision == Precision::float32 ? v100_float : v100_double;
    const auto found = std::ranges::find_if(rows, [&](const PublishedRow& row) { return row.program == program; });
    return found == rows.end() ? nullptr : &*found;
}

}  // namespace wavesim
