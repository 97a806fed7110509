// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "boundary/side_kind.hpp"
#include "boundary/surface.hpp"
#include "boundary/wall_form.hpp"
#include "solvers/scene/example_model.hpp"
#include "solvers/scene/frame.hpp"
#include "solvers/scene/point.hpp"
#include "solvers/scene/resampling.hpp"
#include "solvers/scene/triangle_mesh.hpp"
#include "stencils/equations/program.hpp"
#include "stencils/grid/precision.hpp"
#include "stencils/problem/medium_storage.hpp"
#include "stencils/problem/tti_form.hpp"
#include "stencils/scheme/shell.hpp"

namespace wavesim {

struct ModelGrid;

struct StencilRequest {
    std::string name = "auto";    ///< catalogue name, "auto" or "explicit"
    std::vector<Shell> shells;    ///< explicit stencils only
    std::vector<double> weights;  ///< explicit stencils only, one per shell
};

struct GridRequest {
    std::optional<double> max_frequency_hz;
    double points_per_wavelength = 10;  ///< at max_frequency
    std::optional<double> spacing_m;    ///< instead of max_frequency
    StencilRequest stencil;
    std::optional<double> courant_fraction;  ///< of the enforced limit; default 0.999 or the tuned Courant number
};

/// State of the air as in weather reports; medium/air.hpp computes its acoustic properties.
struct Air {
    double temperature_c = 20;
    double humidity = 0.5;  ///< relative, 0 to 1
    double pressure_pa = 101'325;
};

/// Meaning of a node: its cell, over which a medium is averaged, or the point at which it lies.
enum class Averaging { cell, node };

/// The medium in the domain. At most one of layers, gradient, grid and example replaces the speed of the background.
struct Medium {
    double sound_speed_m_s = 343;  ///< default, unless overridden below
    double density_kg_m3 = 1.2;
    std::optional<Air> air;  ///< air that determines speed and density and absorbs sound on its path to receivers
    /// Layers across an axis: interface k lies between speeds k and k + 1.
    struct Layers {
        int axis = 2;
        std::vector<double> interfaces_m;  ///< ascending coordinates
        std::vector<double> sound_speeds_m_s;
        std::vector<double> densities_kg_m3{};  ///< one per layer, or none
    };
    /// Speed that changes linearly between two coordinates of an axis and stays as it is beyond them.
    struct Gradient {
        int axis = 2;
        double from_m = 0;
        double to_m = 0;
        std::array<double, 2> sound_speeds_m_s{};
        std::optional<std::array<double, 2>> densities_kg_m3{};
    };
    struct Box {
        Point from;
        Point to;
        double sound_speed_m_s = 0;
        std::optional<double> density_kg_m3{};
    };
    /// Ball (2D: disc) in which the speed changes smoothly to that of the centre as cos^2(pi r / 2R).
    struct Lens {
        Point centre;
        double radius_m = 0;
        double sound_speed_m_s = 0;
    };
    std::optional<Layers> layers;
    /// A grid of speeds or densities, shared by copies of the scene.
    struct Grid {
        std::shared_ptr<const ModelGrid> values;
        Resampling resampling = Resampling::linear;
        Registration registration = Registration::cell;
        std::string content;     ///< hash of the values
        bool from_hdf5 = false;  ///< the HDF5 library stays in memory after reading it
    };
    std::optional<Gradient> gradient;
    std::optional<Grid> grid;
    std::optional<Grid> density_grid;
    std::optional<ExampleModel> example;
    std::vector<Box> boxes;
    std::vector<Lens> lenses;
    /// Values per node of a program parameter: everywhere, layers or a grid, and boxes; later ones override earlier
    /// ones.
    struct Parameter {
        std::string name;
        double everywhere = 0;
        std::vector<double> layers{};  ///< one per layer of the medium, or none
        std::optional<Grid> grid{};
        struct Inside {
            Point from;
            Point to;
            double value = 0;
        };
        std::vector<Inside> boxes{};
    };
    /// A program of update statements; its parameters are in the order in which the program declares them.
    struct Physics {
        std::shared_ptr<const equations::Program> program;  ///< shared by copies of the scene
        std::string text;                                   ///< source text of the program
        std::vector<Parameter> parameters;                  ///< parameters `from` the medium have no values here
        int heard = 0;                                      ///< index of the field in receivers and snapshots
    };
    std::optional<Physics> physics;
    Averaging averaging = Averaging::cell;
    MediumStorage storage = MediumStorage::float32;  ///< form in which the speeds of the nodes are stored
};

/// Thomsen's parameters of a node and the direction of its symmetry axis: tilt from z, azimuth from x.
struct Thomsen {
    double epsilon = 0;
    double delta = 0;
    double theta_degrees = 0;
    double phi_degrees = 0;
};

/// A tilted transversely isotropic medium; its speed along the axis is that of the medium.
struct Anisotropy {
    TtiForm form = TtiForm::self_adjoint;
    Thomsen everywhere;
    std::vector<Thomsen> layers;  ///< one per layer of the medium, or none
    /// Grids of epsilon, delta, theta and phi [degrees]; each overrides the values of `everywhere` and `layers`.
    std::array<std::optional<Medium::Grid>, 4> grids;
    static constexpr std::array<const char*, 4> grid_names{"epsilon", "delta", "theta", "phi"};
    struct Box {
        Point from;
        Point to;
        Thomsen inside;
    };
    std::vector<Box> boxes;  ///< later ones win
    bool clamp = false;      ///< delta above epsilon becomes epsilon instead of a fault
    /// Whether k73 is accepted with varying tilt, although its field may grow there.
    enum class Growth { refused, accepted };
    Growth growth = Growth::refused;
    /// How the second wave is suppressed: the medium is made elliptical around sources, or sources and receivers act on
    /// P waves only (PWavePoint), or (as_is) it is not. automatic: p_waves, for k73 elliptical.
    enum class AroundSource { automatic, elliptical, as_is, p_waves };
    AroundSource around_source = AroundSource::automatic;
    /// The absorber beyond the sides. automatic: convolutional layers, but a sponge for k73 if a side has fewer cells
    /// than K73Layer::least.
    enum class Absorber { automatic, layers, sponge };
    Absorber absorber = Absorber::automatic;
};

/// A box, or a sheet: a wall without thickness, whose corners differ along two axes only.
struct SolidBox {
    std::string name;
    Point from;
    Point to;
    SurfaceLaw surface;
    int across = -1;                    ///< axis across a sheet; -1 for boxes
    std::optional<SurfaceLaw> upper{};  ///< of a sheet's face towards larger coordinates, if it is another one

    bool is_sheet() const { return across >= 0; }
    const SurfaceLaw& upper_surface() const { return upper ? *upper : surface; }
};

struct Boundaries {
    WallForm walls = WallForm::automatic;
    std::array<SurfaceLaw, 6> side;     ///< per Side, where it is a wall
    std::array<SideKind, 6> kind{};     ///< per Side
    std::array<LayerProfile, 6> layer;  ///< per Side that absorbs; outside the domain

    /// Cells of the layers per Side, by which the grid is larger than the domain.
    std::array<std::int64_t, 6> layer_cells() const {
        std::array<std::int64_t, 6> cells{};
        for (std::size_t s = 0; s < 6; ++s) cells[s] = kind[s] == SideKind::absorbing ? layer[s].cells : 0;
        return cells;
    }
    /// Cells of the thinnest layer; the largest integer if there is no layer.
    std::int64_t thinnest_layer() const {
        std::int64_t thinnest = std::numeric_limits<std::int64_t>::max();
        for (const std::int64_t cells : layer_cells())
            if (cells > 0) thinnest = std::min(thinnest, cells);
        return thinnest;
    }
    bool any_absorbing() const { return std::ranges::count(kind, SideKind::absorbing) > 0; }
    bool all_walls() const { return std::ranges::count(kind, SideKind::wall) == 6; }
};

enum class SignalKind { ricker, gaussian, dgauss, sine, impulse, samples };

struct SignalRequest {
    SignalKind kind = SignalKind::ricker;
    double amplitude_pa_m = 1;      ///< A, so that free field is A s(t - r/c) / (4 pi r)
    double frequency_hz = 0;        ///< ricker peak, sine
    double width_s = 0;             ///< sigma of gaussian and dgauss
    std::optional<double> delay_s;  ///< t0; the default depends on the kind
    double ramp_cycles = 3;         ///< sine
    std::vector<double> samples;    ///< read from file
    double sample_rate_hz = 0;      ///< sampling rate of the samples
    std::string file;               ///< source of the samples, as written in the scene
    bool zero_at_peak = false;      ///< time 0 of the results is t0, the peak of the pulse
};

enum class TimeFilter { automatic, on, off };  ///< two-step box average of the source signal
enum class Placement { interpolated, nearest_node };

/// First-order pattern: a wave at an angle from the axis has the factor even + (1 - even) cos(angle).
struct Directivity {
    double even = 1;  ///< 1: omnidirectional; 0.5: cardioid; 0: dipole
    Point axis{};     ///< unit vector, used if even < 1
    bool any() const { return even < 1; }
};

struct SourceRequest {
    std::string name;
    Point position;
    SignalRequest signal;
    Placement placement = Placement::interpolated;
    TimeFilter time_filter = TimeFilter::automatic;
    bool aliased = false;  ///< accepted although most of its energy is above the frequencies of the grid
    /// Index of its entry in the scene's list, if one entry may contain several sources; none: its own index.
    std::optional<std::size_t> entry{};
    Directivity directivity{};
};

/// Lines, grids and files of receivers are already expanded into points.
struct ReceiverRequest {
    std::string name;
    Point position;
    Placement placement = Placement::interpolated;
    std::string key;  ///< its scene key, e.g. receivers[1].position
    /// Unit vector along the axis of a figure of eight. The receiver records the pressure of a plane wave times cos(g).
    /// g is the angle between the direction of arrival and the axis. It is computed as c times the time integral of the
    /// pressure gradient. None: the receiver records the pressure.
    std::optional<Point> eight{};
};

/// SEG-Y file of all traces.
struct SegyOutput {
    std::optional<double> interval_s;  ///< between samples; none: the time step, rounded down to whole microseconds
};

/// Form of a gather: a line per trace with its positive half filled, or colours.
enum class GatherStyle { wiggle, density };

/// Gain of the traces of a gather: 1 / root mean square within a sliding window, or t^power.
struct GatherGain {
    std::optional<double> agc_window_s;
    double power = 0;
};

/// Whether the error of the time step is removed from the traces (TimeDispersion).
enum class TimeCorrection { automatic, on, off };

struct TraceOutput {
    std::optional<double> wav_rate_hz;
    std::optional<SegyOutput> segy;
    std::optional<GatherStyle> gather;
    GatherGain gather_gain{};
    TimeCorrection time_correction = TimeCorrection::automatic;
};

struct SnapshotOutput {
    double every_s = 0;
    /// Plane through the domain: axis 0/1/2 and its coordinate in metres; none: the complete volume.
    struct Plane {
        int axis;
        double at_m;
    };
    std::optional<Plane> plane;
    int decimate = 1;  ///< every n-th node per axis
    bool png = false;  ///< planes only (and 2D volumes)
    bool vtk = true;
    std::optional<double> from_s{};  ///< time of the first snapshot; none: every_s
    std::optional<double> to_s{};    ///< latest time of a snapshot; none: the end
};

/// The exact solution with which the result is compared.
enum class ExactReference { none, free_field, shoebox };

/// Impulse responses: the pressure at a receiver for a source of 1 Pa m with a flat spectrum in a band.
struct ResponseOutput {
    double low_hz = 0;
    double high_hz = 0;
    double wav_rate_hz = 48'000;
};

/// Requests the numbers of ISO 3382-1 for the receivers.
struct MetricsOutput {
    int per_octave = 1;  ///< bands: 1 or 3
};

struct Outputs {
    TraceOutput traces;
    std::optional<ResponseOutput> rir;
    std::optional<SnapshotOutput> snapshots;
    ExactReference compare = ExactReference::none;
    std::optional<MetricsOutput> metrics{};
};

/// Several shots over one domain. Each moves all sources so that the first source is at the position of the shot.
struct Survey {
    /// Receivers are fixed (ocean bottom), move with the sources (marine), are the stations of a line around the source
    /// (land), or are listed for each shot (a file of traces).
    enum class Spread { fixed, towed, rolling, listed };
    std::vector<Point> shots;
    Spread spread = Spread::fixed;
    std::vector<Point> sources;               ///< positions that shots move, as written in the scene
    std::vector<Point> receivers;             ///< positions as written in the scene, or the stations of a rolling or
                                              ///< listed spread
    std::vector<std::int64_t> first_station;  ///< index of the first station per shot, for a rolling or listed spread
    std::vector<std::int64_t> channels;       ///< number of recorded stations per shot, for a listed spread; at least 1
    std::string key;                          ///< scene key of the shots: survey.shots, .line or .file
    std::vector<std::string> source_names{};  ///< per shot, if each is another source of the scene; else empty
};

/// Interval between saved states of a run, in seconds or in steps; the other is 0. Both 0: only when it is stopped.
struct CheckpointInterval {
    double seconds = 0;
    std::int64_t steps = 0;
};

/// How the scene is computed, as far as it states this. It does not change the waves, so it is not part of the
/// canonical text and its hash.
struct RunSettings {
    std::optional<std::string> backend;  ///< name of a backend, "auto", or two as `inner+layers`
    std::optional<Precision> precision;
    std::optional<int> threads;
    std::optional<int> device;  ///< GPU, counted from 0
    std::optional<int> gpus;    ///< number of GPUs that share the grid; 0: all
    std::optional<CheckpointInterval> checkpoint;
};

/// The request in SI units, with every value within its range. Scene keys in faults refer to the text.
struct Scene {
    std::string name;
    int dims = 3;
    Point size_m;
    Frame frame{};  ///< frame of the user coordinates; all coordinates here are those of solvers
    GridRequest grid;
    Medium medium;
    std::optional<Anisotropy> tti;
    double duration_s = 0;
    Boundaries boundaries;
    std::vector<SolidBox> solids;
    std::optional<MeshWalls> geometry;
    std::vector<SourceRequest> sources;
    std::vector<ReceiverRequest> receivers;
    std::optional<Survey> survey;
    Point boat_way{};  ///< horizontal direction of the boat that tows a streamer; zero without a streamer
    Outputs outputs;
    RunSettings run;
    std::vector<std::string> doubts{};  ///< warnings about the files that it names; not part of its text
    /// Canonical text of the resolved scene (JSON, sorted keys, SI numbers) and its 64-bit hash as 16 hex digits.
    std::string canonical;
    std::string hash;

    /// Whether there are solids between the sides of the domain.
    bool any_solid() const { return !solids.empty() || geometry.has_value(); }
    bool any_sheet() const { return std::ranges::any_of(solids, &SolidBox::is_sheet); }
};

}  // namespace wavesim
