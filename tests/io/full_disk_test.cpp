// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "io/atomic_file.hpp"
#include "io/python_script.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/reader.hpp"
#include "io/whole_run.hpp"

#ifdef WAVESIM_SANITIZED
/// HDF5 1.10 cannot free what belongs to a file that failed to close.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
#endif

namespace wavesim {
namespace {

/// Writes a whole run and ends the process like the program would: 0, or 5 on an I/O failure.
[[noreturn]] void write_run_and_exit(const fs::path& folder) {
    try {
        write_run(folder, plan_with_outputs(), false);
    } catch (const EnvironmentError& error) {
        std::exit(error.kind() == EnvironmentError::Kind::io ? 5 : 1);
    }
    std::exit(0);  // not _exit: the handlers of libraries run
}

/// Whatever was interrupted: no temporary stays, and a file that is there is the whole file; what was recorded before
/// the failure may stand in a shorter one that says so.
void expect_whole_files(const fs::path& folder, const fs::path& reference, const std::string& when) {
    if (!fs::exists(folder)) return;
    for (const std::string& name : all_files(folder)) {
        EXPECT_FALSE(name.ends_with(".tmp")) << name << " " << when;
        if (name == "log.txt" || name == "wavesim.json") continue;  // these tell the time and the state
        const std::string bytes = file_bytes(folder / name);
        if (name == "result.h5" && !read_result_summary(folder / name).complete) continue;
        if (name.ends_with(".series") && bytes.ends_with("]\n}\n")) continue;
        if (name.ends_with(".xdmf") && bytes.ends_with("</Xdmf>\n")) continue;
        EXPECT_TRUE(bytes == file_bytes(reference / name)) << name << " " << when;
    }
}

/// A file size limit stands for a disk that fills up at any byte of any file.
TEST(FullDisk, LeavesNothingHalfWritten) {
    const TemporaryFolder whole;
    write_run(whole.path() / "r", plan_with_outputs(), false);
    std::uintmax_t largest = 0;
    for (const std::string& name : all_files(whole.path() / "r"))
        largest = std::max(largest, fs::file_size(whole.path() / "r" / name));
    std::vector<rlim_t> limits;
    for (rlim_t limit = 0; limit < largest; limit += limit < 16000 ? 1187 : largest / 8) limits.push_back(limit);
    limits.push_back(largest);
    std::set<int> outcomes;
    for (const rlim_t limit : limits) {
        const TemporaryFolder temporary;
        std::fflush(nullptr);
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);  // writes beyond the limit then fail
            const rlimit both{limit, limit};
            ::setrlimit(RLIMIT_FSIZE, &both);
            write_run_and_exit(temporary.path() / "r");
        }
        int status = 0;
        ::waitpid(child, &status, 0);

        const std::string when = "at " + std::to_string(limit) + " bytes";
        ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status) << " " << when;
        outcomes.insert(WEXITSTATUS(status));
        expect_whole_files(temporary.path() / "r", whole.path() / "r", when);
    }
    EXPECT_EQ(outcomes, (std::set<int>{0, 5}));
}

/// Wait status of a run in a process whose system calls strace disturbs.
int traced_run(const fs::path& folder, const std::string& injection) {
    const std::string command = "WAVESIM_TEST_FOLDER=" + shell_quoted(folder) +
                                " strace -f -o /dev/null -e inject=" + injection + " " +
                                shell_quoted(fs::read_symlink("/proc/self/exe")) +
                                " --gtest_filter=ExhaustiveFullDisk.EverySystemCallMayFail >/dev/null 2>&1";
    return std::system(command.c_str());
}

/// Lets every single system call of a run fail once; the run is this test again in a traced process.
TEST(ExhaustiveFullDisk, EverySystemCallMayFail) {
    if (const char* folder = std::getenv("WAVESIM_TEST_FOLDER")) write_run_and_exit(folder);
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    if (std::system("strace -o /dev/null true 2>/dev/null") != 0) GTEST_SKIP() << "strace cannot run here";
    const TemporaryFolder whole;
    write_run(whole.path() / "r", plan_with_outputs(), false);
    for (const std::string call : {"write", "pwrite64", "fsync", "rename", "mkdir", "ftruncate"}) {
        bool failed_once = false;
        int passes = 0;
        // the calls of the test program itself come first and last: stop after many runs without an effect
        for (int n = 1; passes < 15; ++n) {
            const TemporaryFolder temporary;
            const fs::path folder = temporary.path() / "r";
            const int status = traced_run(folder, call + ":error=ENOSPC:when=" + std::to_string(n));

            const std::string when = "with " + call + " " + std::to_string(n) + " failing";
            ASSERT_TRUE(WIFEXITED(status)) << when;
            ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 5) << WEXITSTATUS(status) << " " << when;
            failed_once = failed_once || WEXITSTATUS(status) == 5;
            passes = WEXITSTATUS(status) == 0 ? passes + 1 : 0;
            expect_whole_files(folder, whole.path() / "r", when);
        }
        EXPECT_TRUE(failed_once || call == "ftruncate") << call;
    }
}

/// kill -9 at every flush to the disk: what stands under a final name is whole, and the next run cleans up.
TEST(ExhaustiveFullDisk, AKilledRunIsReplacedByTheNext) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    if (std::system("strace -o /dev/null true 2>/dev/null") != 0) GTEST_SKIP() << "strace cannot run here";
    const TemporaryFolder whole;
    write_run(whole.path() / "r", plan_with_outputs(), false);
    int kills = 0;
    for (int n = 1;; ++n) {
        const TemporaryFolder temporary;
        const fs::path folder = temporary.path() / "r";
        if (traced_run(folder, "fsync:signal=KILL:when=" + std::to_string(n)) == 0) break;

        ++kills;
        for (const std::string& name : all_files(folder)) {
            if (!name.ends_with(".tmp") && name != lock_name) {
                EXPECT_TRUE(name == "log.txt" || name == "wavesim.json" ||
                            file_bytes(folder / name) == file_bytes(whole.path() / "r" / name))
                    << name << " after kill " << n;
            }
        }
        write_run(folder, plan_with_outputs(), true);  // the last kill comes after the result is complete
        EXPECT_EQ(all_files(folder), all_files(whole.path() / "r")) << "after kill " << n;
    }
    EXPECT_GT(kills, 20);
}

}  // namespace
}  // namespace wavesim
