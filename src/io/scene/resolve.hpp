// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "io/input_file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/mesh/mesh_union.hpp"
#include "io/model/model_file.hpp"
#include "io/scene/check.hpp"
#include "io/scene/material_table.hpp"
#include "io/scene/point_file.hpp"
#include "io/scene/used_names.hpp"
#include "io/scene/wall_table.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Points of a receiver entry: a single one, a line, a grid or those of a file.
struct PointSet {
    std::string key;  ///< of the geometry
    bool several = false;
    std::vector<Point> points;
    std::vector<std::string> names{};  ///< names from a file, or empty
    std::optional<PointFile> file{};   ///< source of the points
    std::vector<std::int64_t> rows{};  ///< rows of the file, one per point

    /// "point 3", "point 3 (spread.csv:4)", or the word for a single one.
    std::string describe(std::size_t point, const char* single) const;
};

/// Point i of `count` on a line, both ends included and exact.
Point point_on_line(const Point& from, const Point& to, std::int64_t i, std::int64_t count);

/// State common to the steps from checked values to a Scene: the positions of keys and the list of faults.
class SceneResolver {
  public:
    SceneResolver(const Places& places, SceneFaults& faults) : places_(places), faults_(faults) {}

    /// Fills the scene from checked values and adds semantic faults (outside the room, same name twice, ...). Faulty
    /// values are missing in `values` and keep their defaults. `folders` are searched for signal files; `stem` is the
    /// name of a scene without name.
    Scene resolve(const nlohmann::json& values, const InputFolders& folders, const std::string& stem);
    /// Hashes of the point files that were read, by JSON pointer; a resolved scene contains them in addition to its
    /// values.
    const std::vector<std::pair<std::string, std::string>>& contents() const { return contents_; }

  private:
    void fault(Rule rule, const std::string& key, std::string message, std::string suggestion = {});
    void resolve_frame(const nlohmann::json& domain);
    /// Reads a position and converts it from user coordinates to those of solvers.
    bool read_position(const nlohmann::json& object, const char* key, const std::string& path, Point& point);
    /// Two corners. If `from` has the smaller user coordinates, it also gets the smaller solver coordinates.
    bool read_box(const nlohmann::json& box, const std::string& key, Point& from, Point& to);
    /// Numbers along x, y, z without conversion.
    bool read_point(const nlohmann::json& object, const char* key, const std::string& path, Point& point);
    bool read_coordinates(const nlohmann::json& list, const std::string& path, Point& point);
    bool check_inside(const Point& point, const std::string& key, const std::string& what);

    void resolve_medium(const nlohmann::json& values, const InputFolders& folders);
    void resolve_model(const nlohmann::json& value, const InputFolders& folders);
    /// A grid from a file; no value, and a fault, if it cannot be read. `request` contains the bounds of its values.
    std::optional<Medium::Grid> resolve_model_grid(const nlohmann::json& value, const std::string& key,
                                                   const InputFolders& folders, ModelFileRequest request = {});
    /// Equations as text and the values of their parameters.
    void resolve_physics(const nlohmann::json& medium, const InputFolders& folders);
    void resolve_parameters(const nlohmann::json& medium, const InputFolders& folders, Medium::Physics& physics);
    void resolve_parameter(const nlohmann::json& value, const std::string& path, const InputFolders& folders,
                           Medium::Parameter& made);
    /// The field that receivers record.
    void resolve_heard(const nlohmann::json& medium, Medium::Physics& physics);
    void resolve_air(const nlohmann::json& medium);
    void check_air();
    void resolve_layers(const nlohmann::json& value);
    void resolve_gradient(const nlohmann::json& value);
    void resolve_tti(const nlohmann::json& values, const InputFolders& folders);
    /// False, and a fault, for a box without volume or outside the domain.
    bool check_box(const Point& from, const Point& to, const std::string& key);
    void resolve_grid(const nlohmann::json& values);
    void resolve_stencil(const nlohmann::json& stencil);
    /// No value where the grid has a fault.
    std::optional<double> asked_spacing_m() const;
    void check_grid_size();
    /// An entry of `materials`: a surface with keys, or the name of a row of the catalogue.
    SurfaceLaw resolve_material(const nlohmann::json& value, const std::string& key, const nlohmann::json& materials);
    /// A surface as written in the scene. With an empty key, faults are reported where the surface is written, not
    /// here.
    SurfaceLaw resolve_surface(const nlohmann::json& value, const std::string& key, const nlohmann::json& materials);
    /// Finds a material by its name: in the scene, then in its file of materials, then in the catalogue.
    SurfaceLaw surface_named(const std::string& word, const std::string& key, const nlohmann::json& materials);
    /// Complex admittance by frequency: numbers from a file or the scene, or their inverse, times `scale`.
    SurfaceLaw read_wall_curve(const nlohmann::json& value, const std::string& key, double scale, bool inverse);
    std::vector<WallTableRow> rows_of_wall(const nlohmann::json& value, const std::string& key);
    SurfaceLaw read_impedance(const nlohmann::json& value, const std::string& key);
    SurfaceLaw read_porous(const nlohmann::json& value, const std::string& key);
    void refuse_material(const std::string& word, const std::string& key, const nlohmann::json& materials);
    void need_vertex_walls(const std::string& key);
    /// Where the scene leaves it open, walls are at the vertices if the law of a surface depends on frequency.
    void place_walls_by_frequency();
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
    /// Reads a sheet; false if it has a fault.
    bool read_sheet(const nlohmann::json& sheet, const std::string& key, const nlohmann::json& materials,
                    SolidBox& solid);
    void resolve_geometry(const nlohmann::json& values, const InputFolders& folders);
    /// The surface of each material of the mesh; false, and faults, if one has none.
    bool resolve_mesh_surfaces(const nlohmann::json& values, MeshWalls& walls);
    /// A file of triangles that the scene names, the key of its entry, and where it stands.
    struct MeshFileEntry {
        std::string file, key;
        MeshPlacing placing;
    };
    /// The files of `geometry`; none, and a fault, if one of them has no place.
    std::vector<MeshFileEntry> mesh_files(const nlohmann::json& value);
    /// The triangles of a file in user coordinates, and the hash of the file.
    struct ReadMesh {
        MeshFileEntry entry;
        FileMesh triangles;
        std::string content;
    };
    /// Throws InputFileError.
    ReadMesh read_mesh_file(const MeshFileEntry& entry, const InputFolders& folders);
    /// Reads all files into meshes_; false, and a fault, if one cannot be read.
    bool read_meshes(const nlohmann::json& value, const InputFolders& folders);
    /// If the scene has no domain: that of a mesh that encloses the air, two cells around it, with its lowest corner
    /// on the corner of a cell.
    void take_domain_of_mesh(const nlohmann::json& values, const InputFolders& folders);
    void place_mesh(MeshWalls& walls);
    /// A mesh that encloses the air is larger than a cell.
    void check_mesh_size(const MeshWalls& walls);
    void check_mesh_place(const FileMesh& one, const std::string& key, MeshWalls::Air air);
    void resolve_sources(const nlohmann::json& values, const InputFolders& folders);
    void add_sources(const PointSet& set, const nlohmann::json& value, const std::string& key, UsedNames& names,
                     SourceRequest source);
    void refuse_name(const std::string& key, const char* what, const std::string& name);
    SignalRequest resolve_signal(const nlohmann::json& value, const std::string& key, const InputFolders& folders);
    /// The samples of a signal from a file.
    void resolve_samples(const nlohmann::json& value, const std::string& key, const InputFolders& folders,
                         SignalRequest& signal);
    /// Time 0 of the results must be the same for all sources, and an integer number of ms for SEG-Y.
    void check_time_zero();
    void check_heard(const SignalRequest& signal, const std::string& key);
    /// One trace of a receiver: the suffix of its name, and the axis of a figure of eight.
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
    /// The points of one entry of `receivers`; no value if it has a fault.
    std::optional<PointSet> read_point_set(const nlohmann::json& value, const std::string& key);
    /// The file of a value with the key `file`; no value, and a fault, if it cannot be used.
    std::optional<PointFile> read_points(const nlohmann::json& value, const std::string& key, WantedPoints wanted,
                                         const InputFolders& folders);
    /// The points of a file of sources or receivers.
    std::optional<PointSet> read_file_set(const nlohmann::json& value, const std::string& key, WantedPoints wanted,
                                          const InputFolders& folders);
    /// False, and a fault, if these and the earlier receivers exceed the limit of a scene.
    bool check_receiver_count(double more, const std::string& key);
    /// A cable behind the first source, opposite to the direction of survey.line, or to x without a line.
    std::optional<PointSet> read_streamer(const nlohmann::json& value, const std::string& key,
                                          const nlohmann::json& values);
    void resolve_survey(const nlohmann::json& values, const InputFolders& folders);
    /// Shots of a file and, unless the scene has its own, their receivers.
    void resolve_survey_file(const nlohmann::json& values, const InputFolders& folders);
    /// Makes a survey of shots over the receivers of the scene; false, and a fault, if this is impossible.
    bool place_shots(const nlohmann::json& survey, std::vector<Point> shots);
    /// Checks the shots. `file` is the file that contains them, with their rows, if there is one.
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
    const InputFolders* folders_ = nullptr;         ///< of the scene being resolved
    std::vector<ListedMaterial> listed_materials_;  ///< of materials_file
    std::vector<ReadMesh> meshes_;                  ///< of geometry
    bool has_size_ = false;                         ///< the size of the domain is known
};

}  // namespace wavesim
