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

/// Requested geometry compared with its form on the grid.
struct GeometryReport {
    Point size_asked_m;
    Point size_m;
    double volume_asked_m3 = 0;  ///< m2 in 2D
    double volume_m3 = 0;
    struct Area {
        std::string surface;
        double asked_m2;  ///< true area in contact with air, of faces of boxes (overlaps ignored) and of triangles (m
                          ///< in 2D)
        double m2;
        double admittance;        ///< at the highest frequency, if it depends on frequency
        AbsorptionBands bands{};  ///< empty if it does not
        double stairs_m2{};       ///< part of the true area that is sloping and computed as stairs with true area
    };
    std::vector<Area> areas;
    double solid_shift_m = 0;    ///< largest distance of a face of a solid from its place on the grid
    bool asked_on_grid = false;  ///< too many solids to measure the requested ones: requested values are those of the
                                 ///< grid
    /// What is known about the triangles of a mesh, and their form on the grid.
    struct Mesh {
        std::string file;
        std::int64_t triangles = 0;
        std::int64_t duplicate = 0, degenerate = 0, flipped = 0;
        bool slopes = false;
        std::int64_t sheet_cells = 0;
        std::vector<std::string> sheet_parts{};  ///< parts without thickness, or thinner than a cell
        std::vector<std::string> lost_parts{};   ///< parts that no line of nodes intersects
        std::string walls{};                     ///< how slopes are computed: voxel, areas or cut
    };
    std::optional<Mesh> mesh;
    std::vector<AirPart> parts;  ///< regions that sound from the sources reaches; all air if no source is in air
};

/// Requested absorption of a surface by frequency, and its absorption on the grid.
struct BandAbsorption {
    std::string surface;
    Incidence incidence = Incidence::random;
    struct Band {
        double hz = 0;
        double asked = 0;    ///< as written, or as in the adjacent bands
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

/// A wave of a program on its grid, along an axis.
struct ProgramWave {
    double frequency_hz = 0;
    double speed_m_s = 0;    ///< phase velocity
    double decay_per_s = 0;  ///< decay rate of its amplitude
};

/// Losses of a wall in the scheme, from the exact reflection coefficient of its waves (boundary/reflection.hpp). Errors
/// are relative and signed: positive for more absorption and for longer reverberation.
struct WallLoss {
    std::string surface;
    double frequency_hz = 0;
    double normal_absorption = 0;     ///< at normal incidence
    double random_absorption = 0;     ///< in a diffuse field
    double normal_reverberation = 0;  ///< of sound between two such walls at normal incidence; 0 if it hardly
                                      ///< reverberates
    double random_reverberation = 0;  ///< in a room with such walls where directions mix
    double box_reverberation = 0;     ///< in a box of such walls, where they do not; 0 if it hardly reverberates
};

/// Lead of waves that leave a TTI medium made elliptical around a source by taper_around(), in the direction with the
/// largest lead. For each ray it is the path inside times the difference of the slownesses. Waves of 16 points per
/// wavelength, whose path inside is one wavelength, were measured to have a sixth of a larger lead.
struct TaperLead {
    double seconds = 0;
    double degrees = 0;  ///< angle of that ray from the symmetry axis at the source
};

/// Information that `plan` prints: reasons, and differences between the plan and the request of the scene.
struct PlanReport {
    std::string stencil_reason;          ///< why this stencil (auto), or "asked for"
    std::string time_correction_reason;  ///< why it is on or off
    std::string walls_method;
    std::string chosen_by;  ///< options and scene keys that set backend, precision, threads, device
    GeometryReport geometry;
    DispersionReport dispersion;
    std::vector<ProgramWave> program_waves;  ///< only for programs: the slowest by frequency, then the fastest
    std::vector<WallLoss>
        wall_losses;  ///< one per lossy surface, at the highest frequency; only with one speed of sound
    std::vector<BandAbsorption> absorption;  ///< of each surface whose absorption depends on frequency
    double interface_shift_m = 0;  ///< largest distance of an interface of the medium from its place on the grid
    double storage_error_m_s = 0;  ///< largest speed error from Medium::storage
    TaperLead taper_lead;          ///< largest of the sources of a TTI medium, in all shots
    /// Errors of source and receiver together: the level errors are added, the remaining fractions of the second wave
    /// are multiplied.
    PWaveErrors p_wave_points;
    bool axes_turn_far = false;  ///< in the layers of a TTI medium some symmetry axes are nearer to another grid axis
                                 ///< (TiltedMedium)
    /// Bounds of the shortest path of sound through air from each source to each receiver, m, one source after the
    /// other. Empty without solids, where all paths are straight.
    std::vector<WayBounds> ways;
    std::vector<WayBounds> ways_of_shots;  ///< the same for every shot, one after the other; empty without a survey
    std::vector<std::string> warnings;
};

}  // namespace wavesim
