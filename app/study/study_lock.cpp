// SPDX-License-Identifier: MIT
#include "app/study/study_lock.hpp"

#include <fmt/core.h>

#include <chrono>
#include <thread>

#include "app/terminal.hpp"

namespace wavesim {

std::unique_ptr<FolderLock> lock_study(const std::filesystem::path& folder, FolderLock::Mode mode, bool wait) {
    for (bool warned = false;; warned = true) {
        try {
            return std::make_unique<FolderLock>(folder, mode);
        } catch (const FolderInUse& in_use) {
            if (!wait) throw;
            if (!warned) print_warning(fmt::format("{}; waiting for its end", in_use.what()));
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        }
    }
}

}  // namespace wavesim
