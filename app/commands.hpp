// SPDX-License-Identifier: MIT
#pragma once

namespace CLI {
class App;
}

namespace wavesim {

// Each adds one command to the tree; its callback does the work. Failures leave as exceptions: SceneFileError,
// EnvironmentError, UnstableError, UsageError, or EndProgram when everything is already said.
void add_run_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_plan_command(CLI::App& app);
void add_stencils_command(CLI::App& app);
void add_materials_command(CLI::App& app);
void add_info_command(CLI::App& app);
void add_analyse_command(CLI::App& app);
void add_listen_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_schema_command(CLI::App& app);
void add_new_command(CLI::App& app);
void add_study_command(CLI::App& app);
void add_doctor_command(CLI::App& app);
void add_completion_command(CLI::App& app);

}  // namespace wavesim
