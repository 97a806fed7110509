// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Table III of "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs" (Sai et al.), k73 with
/// PML: seconds per 1000 steps on 900^3 nodes (A100) and 850^3 (V100).
struct PublishedTime {
    const char* kernel;
    double a100_s, v100_s;
};
inline constexpr PublishedTime published_times[] = {
    {"gmem_3d_8x8x8", 129.85, 162.69},    {"gmem_3d_32x4x4", 88.19, 120.72},   {"smem_3d_8x8x8", 80.22, 112.96},
    {"smem_3d_32x4x4", 51.56, 76.54},     {"smem_25d_16x8", 88.61, 126.94},    {"smem_25d_16x16", 76.52, 122.98},
    {"semi_25d_16x8", 71.53, 155.04},     {"semi_25d_16x16", 69.42, 145.07},   {"semi_25d_32x16", 54.74, 97.84},
    {"semi+b_25d_16x16", 65.12, 130.42},  {"semi+b_25d_32x16", 52.06, 84.47},  {"semi+b+a_25d_16x16", 59.97, 130.41},
    {"semi+b+a_25d_32x16", 47.43, 84.44}, {"semi+2z_25d_16x8", 66.75, 122.97}, {"semi+2z_25d_16x16", 66.37, 117.63},
};
inline constexpr double a100_nodes = 900.0 * 900 * 900;
inline constexpr double v100_nodes = 850.0 * 850 * 850;

/// Table IV of the same paper, A100: FLOP of 1000 steps, FLOP per byte of device memory, and GFLOP/s.
struct PublishedRate {
    const char* kernel;
    double flop, intensity, peak, achieved;
};
inline constexpr PublishedRate published_rates[] = {
    {"gmem_3d_32x4x4", 18.496e13, 3.73, 4570, 1999},    {"smem_3d_32x4x4", 18.496e13, 3.74, 4576, 3453},
    {"smem_25d_16x16", 17.818e13, 4.19, 5134, 2221},    {"semi_25d_32x16", 19.352e13, 3.34, 4084, 3396},
    {"semi+b_25d_32x16", 19.352e13, 3.37, 4124, 3585},  {"semi+b+a_25d_32x16", 19.352e13, 3.48, 4263, 3940},
    {"semi+2z_25d_16x16", 19.283e13, 4.43, 5424, 2746},
};

/// Table V: bytes of shared memory for both fields of k73, for R = 4 and 5 to 9 planes.
struct PublishedShared {
    int x, y;
    int bytes[5];
};
inline constexpr PublishedShared published_shared[] = {
    {8, 8, {10240, 12288, 14336, 16384, 18432}},     {16, 8, {15360, 18432, 21504, 24576, 27648}},
    {16, 16, {23040, 27648, 32256, 36864, 41472}},   {32, 16, {38400, 46080, 53760, 61440, 69120}},
    {32, 32, {64000, 76800, 89600, 102400, 115200}},
};

/// Lines of code, section V e.
struct PublishedLines {
    const char* kernel;
    int lines;
};
inline constexpr PublishedLines published_lines[] = {{"smem_3d_32x4x4", 211}, {"semi+b+a_25d_32x16", 513}};

}  // namespace wavesim
