// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "io/input_file.hpp"
#include "io/model/model_file.hpp"
#include "io/scene/check.hpp"
#include "io/scene/material_table.hpp"
#include "io/scene/point_file.hpp"
#include "io/scene/used_names.hpp"
#include "io/scene/wall_table.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Points of a receiver entry: one, a line, a grid or those of a file.
struct PointSet {
    std::string key;  ///< of the geometry
    bool several = false;
    std::vector<Point> points;
    std::vector<std::string> names{};  ///< that a file gives, or none
    std::optional<PointFile> file{};   ///< that the points are from
    std::vector<std::int64_t> rows{};  ///< of the file, one per point

    /// "point 3", "point 3 (spread.csv:4)", or the word for a single one.
    std::string describe(std::size_t point, const char* single) const;
};

/// Point i of `count` on a line, both ends included and exact.
Point point_on_line(const Point& from, const Point& to, std::int64_t i, std::int64_t count);

/// What the steps from checked values to a Scene share: the places of keys and the list of faults.
class SceneResolver {
  public:
    SceneResolver(const Places& places, SceneFaults& faults) : places_(places), faults_(faults) {}

    /// Fills the scene from checked values and adds faults of meaning (outside the room, same name twice, ...).
    /// Values that were at fault are absent from `values` and left at their defaults. `folders` are where signal files
    /// are looked for, `stem` the name of a scene without name.
    Scene resolve(const nlohmann::json& values, const InputFolders& folders, const std::string& stem);
    /// Hashes of the files of points that were read, by JSON pointer: what a resolved scene holds beside its values.
    const std::vector<std::pair<std::string, std::string>>& contents() const { return contents_; }

  private:
    void fault(Rule rule, const std::string& key, std::string message, std::string suggestion = {});
    void resolve_frame(const nlohmann::json& domain);
    /// A position, from the coordinates of users to those of solvers.
    bool read_position(const nlohmann::json& object, const char* key, const std::string& path, Point& point);
    /// Two corners, `from` with the smaller coordinates of solvers if it has those of users.
    bool read_box(const nlohmann::json& box, const std::string& key, Point& from, Point& to);
    /// Numbers along x, y, z as they stand there.
    bool read_point(const nlohmann::json& object, const char* key, const std::string& path, Point& point);
    bool read_coordinates(const nlohmann::json& list, const std::string& path, Point& point);
    bool check_inside(const Point& point, const std::string& key, const std::string& what);

    void resolve_medium(const nlohmann::json& values, const InputFolders& folders);
    void resolve_model(const nlohmann::json& value, const InputFolders& folders);
    /// A grid in a file; nothing, with a fault, when it cannot be read. `request` has the bounds of its values.
    std::optional<Medium::Grid> resolve_model_grid(const nlohmann::json& value, const std::string& key,
                                                   const InputFolders& folders, ModelFileRequest request = {});
    /// Equations as text and the values of their parameters.
    void resolve_physics(const nlohmann::json& medium, const InputFolders& folders);
    void resolve_parameters(const nlohmann::json& medium, const InputFolders& folders, Medium::Physics& physics);
    void resolve_parameter(const nlohmann::json& value, const std::string& path, const InputFolders& folders,
                           Medium::Parameter& made);
    /// The field that receivers show.
    void resolve_heard(const nlohmann::json& medium, Medium::Physics& physics);
    void resolve_air(const nlohmann::json& medium);
    void check_air();
    void resolve_layers(const nlohmann::json& value);
    void resolve_gradient(const nlohmann::json& value);
    void resolve_tti(const nlohmann::json& values, const InputFolders& folders);
    /// False, with a fault, for a box of no volume or outside the domain.
    bool check_box(const Point& from, const Point& to, const std::string& key);
    void resolve_grid(const nlohmann::json& values);
    void resolve_stencil(const nlohmann::json& stencil);
    void check_grid_size();
    /// One of `materials`: a surface with keys, or a row of the catalogue by its name.
    SurfaceLaw resolve_material(const nlohmann::json& value, const std::string& key, const nlohmann::json& materials);
    /// A surface as the scene writes it; with an empty key faults are left to where it is written.
    SurfaceLaw resolve_surface(const nlohmann::json& value, const std::string& key, const nlohmann::json& materials);
    /// Looks a material up by its name: in the scene, then in its file of materials, then in the catalogue.
    SurfaceLaw surface_named(const std::string& word, const std::string& key, const nlohmann::json& materials);
    /// Complex admittance by frequency: numbers of a file or of the scene, or their inverse, times `scale`.
    SurfaceLaw read_wall_curve(const nlohmann::json& value, const std::string& key, double scale, bool inverse);
    std::vector<WallTableRow> rows_of_wall(const nlohmann::json& value, const std::string& key);
    SurfaceLaw read_impedance(const nlohmann::json& value, const std::string& key);
    SurfaceLaw read_porous(const nlohmann::json& value, const std::string& key);
    void refuse_material(const std::string& word, const std::string& key, const nlohmann::json& materials);
    void need_vertex_walls(const std::string& key);
    /// The table of materials that the scene names.
    void read_listed_materials(const nlohmann::json& values, const InputFolders& folders);
    /// Absorption by frequency.
    SurfaceLaw read_bands(const nlohmann::json& value, const std::string& key, SurfaceLaw law);
    std::vector<AbsorptionBand> read_band_list(const nlohmann::json& value, const std::string& list,
                                               const std::string& key);
    void resolve_boundaries(const nlohmann::json& values);
    /// A value of `boundaries` for some sides: a surface, an absorbing layer or a free surface.
    void resolve_side(const nlohmann::json& value, const std::string& key, const std::string& name,
                      const std::vector<std::size_t>& sides, const nlohmann::json& materials);
    void resolve_solids(const nlohmann::json& values);
    void resolve_geometry(const nlohmann::json& values, const InputFolders& folders);
    /// The surface of each material of the mesh; false, with faults, where one has none.
    bool resolve_mesh_surfaces(const nlohmann::json& values, MeshWalls& walls);
    void check_mesh_place(const MeshWalls& walls);
    void resolve_sources(const nlohmann::json& values, const InputFolders& folders);
    void add_sources(const PointSet& set, const nlohmann::json& value, const std::string& key, UsedNames& names,
                     SourceRequest source);
    void refuse_name(const std::string& key, const char* what, const std::string& name);
    SignalRequest resolve_signal(const nlohmann::json& value, const std::string& key, const InputFolders& folders);
    /// The samples of a signal from a file.
    void resolve_samples(const nlohmann::json& value, const std::string& key, const InputFolders& folders,
                         SignalRequest& signal);
    /// Time 0 of results must be one, and whole ms for SEG-Y.
    void check_time_zero();
    void check_heard(const SignalRequest& signal, const std::string& key);
    /// One trace of a receiver: what its name gets at its end, and where a figure of eight points.
    struct Ear {
        const char* ending;
        std::optional<Point> eight;
    };
    std::optional<Point> read_axis(const nlohmann::json& value, const std::string& key);
    Directivity resolve_directivity(const nlohmann::json& value, const std::string& key);
    std::vector<Ear> ears_of(const nlohmann::json& value, const std::string& key);
    void check_directions(const nlohmann::json& values);
    void resolve_receivers(const nlohmann::json& values, const InputFolders& folders);
    void add_receivers(const PointSet& set, const nlohmann::json& value, const std::string& key, UsedNames& names);
    /// The points of one entry of `receivers`; nothing when it is at fault.
    std::optional<PointSet> read_point_set(const nlohmann::json& value, const std::string& key);
    /// The file of a value with the key `file`; nothing, with a fault, when it cannot be used.
    std::optional<PointFile> read_points(const nlohmann::json& value, const std::string& key, WantedPoints wanted,
                                         const InputFolders& folders);
    /// The points of a file of sources or receivers.
    std::optional<PointSet> read_file_set(const nlohmann::json& value, const std::string& key, WantedPoints wanted,
                                          const InputFolders& folders);
    /// False, with a fault, where these and the receivers before are more than a scene may have.
    bool check_receiver_count(double more, const std::string& key);
    /// A cable behind the first source, against the way of survey.line, without one against x.
    std::optional<PointSet> read_streamer(const nlohmann::json& value, const std::string& key,
                                          const nlohmann::json& values);
    void resolve_survey(const nlohmann::json& values, const InputFolders& folders);
    /// Shots of a file and, unless the scene has its own, their receivers.
    void resolve_survey_file(const nlohmann::json& values, const InputFolders& folders);
    /// Makes a survey of shots over the receivers of the scene; false, with a fault, when that cannot be.
    bool place_shots(const nlohmann::json& survey, std::vector<Point> shots);
    /// `file` of the shots, with their rows, where they are from one.
    void check_shots(const std::vector<std::string>& keys, const PointSet* file = nullptr);
    void refuse_outputs_of_surveys(const nlohmann::json& values);
    void resolve_traces(const nlohmann::json& outputs);
    void resolve_outputs(const nlohmann::json& values);
    void resolve_snapshots(const nlohmann::json& outputs);
    /// Impulse responses and numbers. Several sources become the shots of a survey.
    void resolve_responses(const nlohmann::json& values);
    void resolve_metrics(const nlohmann::json& values);
    void check_response_grid(const ResponseOutput& wanted, const std::string& band_key);
    void check_response_pulses(const ResponseOutput& wanted, const std::string& band_key);
    void run_sources_by_themselves();
    void resolve_compare(const nlohmann::json& values);
    void resolve_run(const nlohmann::json& values);

    const Places& places_;
    SceneFaults& faults_;
    Scene scene_;
    std::vector<std::pair<std::string, std::string>> contents_;
    const InputFolders* folders_ = nullptr;         ///< of the scene that is resolved
    std::vector<ListedMaterial> listed_materials_;  ///< of materials_file
    bool has_size_ = false;                         ///< domain.size was valid
};

}  // namespace wavesim
