// SPDX-License-Identifier: MIT
#include "app/report_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>

#include "app/errors.hpp"
#include "app/terminal.hpp"
#include "io/machine_file.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/ranks/rank_link.hpp"
#include "stencils/rtc/kernel_error.hpp"
#include "stencils/slabs/slab_lost.hpp"

namespace wavesim {

namespace {
ExitCode code_of(EnvironmentError::Kind kind) {
    switch (kind) {
        case EnvironmentError::Kind::memory: return ExitCode::memory;
        case EnvironmentError::Kind::io: return ExitCode::io;
        case EnvironmentError::Kind::device: return ExitCode::device;
    }
    return ExitCode::internal;
}

Failure internal(const std::string& what) {
    return {ExitCode::internal, "internal error, please report it together with the scene: " + what, {}};
}

int reported(const Failure& failure) {
    for (const MarkedFault& fault : failure.faults) tell(to_string(fault) + '\n');
    if (failure.faults.empty()) print_error(failure.sentence);
    return static_cast<int>(failure.code);
}

/// Reports a full disk behind `wavesim ... > file`, which would otherwise pass unnoticed.
int after_flush(int code) {
    const int failed = output_error();
    if (failed == 0 || code != 0) return code;
    return reported(
        {ExitCode::io, "standard output cannot be written: " + std::generic_category().message(failed), {}});
}

/// Reports the exception that is being handled and returns its code.
int report_current_exception() {
    try {
        throw;
    } catch (const EndProgram& end) {
        return end.code;
    } catch (const SlabLost&) {  // a thread may wait for a GPU forever
        const int code = reported(current_failure());
        std::fflush(nullptr);
        std::_Exit(code);
    } catch (...) {
        return reported(current_failure());
    }
}
}  // namespace

Failure failure_of(const std::vector<MarkedFault>& faults) {
    const auto on_command_line = [](const MarkedFault& found) {
        return found.mark.file.starts_with("--set ") && (found.rule == "bad-override" || found.rule == "yaml-syntax");
    };
    const bool usage = std::all_of(faults.begin(), faults.end(), on_command_line);
    return {usage ? ExitCode::usage : ExitCode::scene,
            fmt::format("the scene has {} fault{}", faults.size(), faults.size() == 1 ? "" : "s"), faults};
}

Failure current_failure() {
    try {
        throw;
    } catch (const UsageError& error) {
        return {ExitCode::usage, error.what(), {}};
    } catch (const MachineFileError& error) {
        return {ExitCode::usage, error.what(), {}};
    } catch (const SceneFileError& error) {
        return failure_of(error.faults());
    } catch (const SceneError& error) {
        return {ExitCode::scene, error.what(), {}};
    } catch (const EnvironmentError& error) {
        return {code_of(error.kind()), error.what(), {}};
    } catch (const KernelError& error) {
        return {ExitCode::device, error.what(), {}};
    } catch (const RankLost& lost) {
        return {static_cast<ExitCode>(lost.code()), lost.what(), {}};
    } catch (const UnstableError& error) {
        return {ExitCode::unstable, error.what(), {}};
    } catch (const std::bad_alloc&) {
        return {ExitCode::memory, "memory ran out; use a coarser grid or a machine with more memory", {}};
    } catch (const std::filesystem::filesystem_error& error) {
        return {ExitCode::io, fmt::format("cannot read {}: {}", error.path1().string(), error.code().message()), {}};
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again) return {ExitCode::memory, error.what(), {}};
        return internal(error.what());
    } catch (const std::exception& error) {
        return internal(error.what());
    } catch (...) {
        return internal("an exception without a message");
    }
}

int exit_code_of(const std::function<int()>& work) {
    try {
        return after_flush(work());
    } catch (...) {
        output_error();
        return report_current_exception();
    }
}

}  // namespace wavesim
