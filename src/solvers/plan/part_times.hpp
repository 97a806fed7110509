// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Tuned numbers of what a run does beside its steps: seconds of one thread of an AMD Zen 4 core at 3.6 GHz, from the
/// processor time of whole runs less that of the same run without the part.
struct PartTimes {
    /// Reading a node of the field for a receiver: 8000 receivers of 512 nodes, whose lists come from memory.
    double weight;
    /// A node of a snapshot: read from the field, converted, written. 20 volumes of 200^3 nodes took 1.1 s; rough.
    double snapshot_node;
    /// A file beside its bytes: mostly the wait until its data and its name are on the disk. 10,000 WAV files took
    /// 93 s, 300 of them 3 s, and 400 slices of 100^2 as VTK 3.2 s; rough, for disks differ.
    double file;
    /// Sample of a trace: collected, put in order of receivers, written. 5000 receivers with 5947 samples took 0.9 s;
    /// rough.
    double trace_sample;
    /// Sample of a trace whose time dispersion is removed: 3e-7 s of 700 samples, 6e-7 of 400,000.
    double corrected_sample;
    /// Picture of 1020 x 684 pixels: drawn, indexed and compressed in 45 ms.
    double pixel;
    /// Sample of the denser of the two rates through libsamplerate's best sinc, 286 taps from a table beyond the
    /// caches: 50 files of 0.2 s at 768 kHz took 6.1 s.
    double resampled_sample;
    /// Sample of an image source, 3D: 2.7e6 images of 141 samples took 2.7 s.
    double image_sample;
    /// The same of a line source, which is a quadrature: 3.0e4 images of 916 samples on average took 52 s.
    double line_image_sample;
    /// Sample of the free field of a line source: 200 receivers with 2747 samples took 0.43 s.
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
