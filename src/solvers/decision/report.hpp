// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "boundary/port_fit.hpp"
#include "boundary/surface.hpp"
#include "solvers/scene/point.hpp"
#include "solvers/space/air_lattice.hpp"
#include "solvers/space/air_parts.hpp"
#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// Asked against voxelised geometry.
struct GeometryReport {
    Point size_asked_m;
    Point size_m;
    double volume_asked_m3 = 0;  ///< m2 in 2D
    double volume_m3 = 0;
    struct Area {
        std::string surface;
        double asked_m2;  ///< true area that air touches: of boxes' faces, overlaps ignored, and of triangles (m in 2D)
        double m2;
        double admittance;        ///< at the highest frequency, where it depends on that
        AbsorptionBands bands{};  ///< none where it does not
        double stairs_m2{};       ///< of the true area: slopes that are stairs with their true area
    };
    std::vector<Area> areas;
    double solid_shift_m = 0;    ///< largest distance of a face of a solid from its place on the grid
    bool asked_on_grid = false;  ///< solids too many to be measured as asked for: what is asked is that of the grid
    /// What is known of the triangles of a mesh, and of what its grid makes of them.
    struct Mesh {
        std::string file;
        std::int64_t triangles = 0;
        std::int64_t duplicate = 0, degenerate = 0, flipped = 0;
        bool slopes = false;
        std::int64_t sheet_cells = 0;
        std::vector<std::string> sheet_parts{};  ///< without thickness, or thinner than a cell
        std::vector<std::string> lost_parts{};   ///< that no line of nodes meets
        std::string walls{};                     ///< how slopes are computed: voxel, areas or cut
    };
    std::optional<Mesh> mesh;
    std::vector<AirPart> parts;  ///< what sound reaches from the sources; all air where no source stands in it
};

/// What a surface was asked to take by frequency, and what it takes on the grid.
struct BandAbsorption {
    std::string surface;
    Incidence incidence = Incidence::random;
    struct Band {
        double hz = 0;
        double asked = 0;    ///< as written, or as the bands beside have it
        bool given = false;  ///< written for this band
        double got = 0;
    };
    std::vector<Band> bands;  ///< up to the highest frequency
    /// An admittance that depends on frequency: its frequency range, and how well the grid reproduces it.
    struct Curve {
        double from_hz = 0, to_hz = 0;
        AdmittanceMiss miss;
        std::optional<PorousLayer> porous;
    };
    std::optional<Curve> curve{};
};

/// Phase-velocity error at max_frequency.
struct DispersionReport {
    double frequency_hz = 0;
    double points_per_wavelength = 0;
    double axis = 0;  ///< signed relative error along an axis
    double face_diagonal = 0;
    double body_diagonal = 0;  ///< 0 in 2D
    double worst = 0;
    std::array<double, 3> worst_direction{1, 0, 0};
};

/// How a wave of a program moves on its grid, along an axis.
struct ProgramWave {
    double frequency_hz = 0;
    double speed_m_s = 0;    ///< of its phase
    double decay_per_s = 0;  ///< of its amplitude
};

/// What the scheme makes of the losses of a wall, by the exact reflection coefficient of its waves
/// (boundary/reflection.hpp). Errors are relative and signed: + for more absorption, for longer reverberation.
struct WallLoss {
    std::string surface;
    double frequency_hz = 0;
    double normal_absorption = 0;     ///< head-on
    double random_absorption = 0;     ///< of sound that comes from everywhere
    double normal_reverberation = 0;  ///< of sound that goes to and fro between two such walls; 0 where hardly any does
    double random_reverberation = 0;  ///< of a room of such walls
};

/// How much earlier waves of a source leave a TTI medium that taper_around() makes elliptical around it, and in which
/// direction the most: the way inside, ray by ray, times the difference of the slownesses. Waves of 16 points per
/// wavelength, whose way inside is one wavelength, were measured a sixth earlier than that.
struct TaperLead {
    double seconds = 0;
    double degrees = 0;  ///< of that ray from the symmetry axis at the source
};

/// What `plan` prints: reasons, and how far the plan is from what the scene asks for.
struct PlanReport {
    std::string stencil_reason;          ///< why this stencil (auto), or "asked for"
    std::string time_correction_reason;  ///< why it is on or off
    std::string walls_method;
    std::string chosen_by;  ///< options and scene keys that set backend, precision, threads, device
    GeometryReport geometry;
    DispersionReport dispersion;
    std::vector<ProgramWave> program_waves;  ///< of programs alone: the slowest by frequency, then the fastest
    std::vector<WallLoss>
        wall_losses;  ///< one per surface with losses, at the highest frequency; of one speed of sound
    std::vector<BandAbsorption> absorption;  ///< of each surface whose absorption depends on frequency
    double interface_shift_m = 0;  ///< largest distance of an interface of the medium from its place on the grid
    double storage_error_m_s = 0;  ///< largest that Medium::storage makes of a speed
    TaperLead taper_lead;          ///< largest of the sources of a TTI medium, in all shots
    /// Errors of source and receiver together: the level errors are added, the remaining fractions of the second wave
    /// are multiplied.
    PWaveErrors p_wave_points;
    bool axes_turn_far = false;  ///< some nodes of a TTI medium's layers are nearer to another axis (TiltedMedium)
    /// Bounds of the shortest way of sound from each source to each receiver through air, m, one source after the
    /// other; empty without solids: all are straight.
    std::vector<WayBounds> ways;
    std::vector<WayBounds> ways_of_shots;  ///< the same of every shot, one after the other; empty without a survey
    std::vector<std::string> warnings;
};

}  // namespace wavesim
