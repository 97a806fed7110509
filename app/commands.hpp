// SPDX-License-Identifier: MIT
#pragma once

namespace CLI {
class App;
}

namespace wavesim {

// Each function adds one command to the tree; its callback does the work. Exceptions on failure: SceneFileError,
// EnvironmentError, UnstableError, UsageError, or EndProgram if everything has been reported.
void add_run_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_plan_command(CLI::App& app);
void add_stencils_command(CLI::App& app);
void add_materials_command(CLI::App& app);
void add_info_command(CLI::App& app);
void add_analyse_command(CLI::App& app);
void add_listen_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_tune_command(CLI::App& app);
void add_schema_command(CLI::App& app);
void add_new_command(CLI::App& app);
void add_study_command(CLI::App& app);
void add_doctor_command(CLI::App& app);
void add_completion_command(CLI::App& app);

}  // namespace wavesim
