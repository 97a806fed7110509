// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Tuned costs of the parts of a run other than its steps: seconds of one thread of an AMD Zen 4 core at 3.6 GHz. Each
/// is the processor time of a complete run minus that of the same run without the part.
struct PartTimes {
    /// Reading one node of the field for a receiver. Measured: 8000 receivers of 512 nodes, whose lists come from
    /// memory.
    double weight;
    /// One node of a snapshot: read from the field, converted, written. 20 volumes of 200^3 nodes needed 1.1 s; rough.
    double snapshot_node;
    /// One file without its bytes: mostly the wait until its data and its name are on the disk. 10,000 WAV files needed
    /// 93 s, 300 of them 3 s, and 400 slices of 100^2 as VTK 3.2 s. Rough, since disks differ.
    double file;
    /// One sample of a trace: collected, sorted by receivers, written. 5000 receivers with 5947 samples needed 0.9 s;
    /// rough.
    double trace_sample;
    /// One sample of a trace whose time dispersion is removed: 3e-7 s for 700 samples, 6e-7 s for 400,000.
    double corrected_sample;
    /// One pixel: a picture of 1020 x 684 pixels is drawn, indexed and compressed in 45 ms.
    double pixel;
    /// One sample, at the higher of the two rates, through libsamplerate's best sinc filter: 286 taps from a table
    /// larger than the caches. 50 files of 0.2 s at 768 kHz needed 6.1 s.
    double resampled_sample;
    /// One sample of an image source, 3D: 2.7e6 images of 141 samples needed 2.7 s.
    double image_sample;
    /// One sample of an image line source, which is a quadrature: 3.0e4 images of 916 samples on average needed 52 s.
    double line_image_sample;
    /// One sample of the free field of a line source: 200 receivers with 2747 samples needed 0.43 s.
    double line_sample;
};
inline constexpr PartTimes part_times{.weight = 2.1e-9,
                                      .snapshot_node = 6.5e-9,
                                      .file = 8e-3,
                                      .trace_sample = 3e-8,
                                      .corrected_sample = 5e-7,
                                      .pixel = 6.5e-8,
                                      .resampled_sample = 8e-7,
                                      .image_sample = 7e-9,
                                      .line_image_sample = 1.9e-6,
                                      .line_sample = 8e-7};

}  // namespace wavesim
