// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <memory>

#include "io/result/folder_lock.hpp"

namespace wavesim {

/// The lock of a study's folder; with `wait` it waits until others have released it. Throws like FolderLock.
std::unique_ptr<FolderLock> lock_study(const std::filesystem::path& folder, FolderLock::Mode mode, bool wait);

}  // namespace wavesim
