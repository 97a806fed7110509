// SPDX-License-Identifier: MIT
#include "io/result/run_origin.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace wavesim {

namespace {

std::string variable(const char* name) {
    const char* const value = ::secure_getenv(name);
    return value == nullptr ? "" : value;
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string user_name() {
    std::array<char, 4096> room{};
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found) == 0 && found != nullptr)
        return found->pw_name;
    return std::to_string(::geteuid());
}

/// Slurm, PBS and LSF tell their jobs so.
std::string batch_job() {
    std::string job = variable("SLURM_JOB_ID");
    if (!job.empty()) {
        const std::string task = variable("SLURM_ARRAY_TASK_ID");
        return "Slurm " + job + (task.empty() ? "" : ", task " + task);
    }
    if (job = variable("PBS_JOBID"); !job.empty()) return "PBS " + job;
    if (job = variable("LSB_JOBID"); !job.empty()) return "LSF " + job;
    return {};
}

std::string shell_word(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string command_line() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string text;
    for (std::string word; std::getline(file, word, '\0');) text += (text.empty() ? "" : " ") + shell_word(word);
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return text;
}

}  // namespace

RunOrigin run_origin() { return {host_name(), ::getpid(), user_name(), batch_job(), command_line()}; }

}  // namespace wavesim
