// SPDX-License-Identifier: MIT
// Included before every source of a build with faults that were drawn by chance (drawn.py).
#pragma once
#include <fcntl.h>
#include <sys/mman.h>

#include <cstdlib>

namespace wavesim_faults {

/// One byte per fault in the file that WAVESIM_FAULTS_REACHED names; null where none is asked for. Mapped, so that also
/// programs that are killed leave what they reached.
inline unsigned char* reached() {
    static unsigned char* const bytes = [] {
        const char* name = std::getenv("WAVESIM_FAULTS_REACHED");
        const int file = name ? open(name, O_RDWR) : -1;
        if (file < 0) return static_cast<unsigned char*>(nullptr);
        void* at = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        return at == MAP_FAILED ? nullptr : static_cast<unsigned char*>(at);
    }();
    return bytes;
}

/// The fault that WAVESIM_FAULT names; -1 where it names none.
inline int chosen() {
    static const int number = [] {
        const char* text = std::getenv("WAVESIM_FAULT");
        return text ? std::atoi(text) : -1;
    }();
    return number;
}

}  // namespace wavesim_faults

/// Whether the fault of this number is the chosen one.
inline bool wavesim_planted(int number) {
    if (unsigned char* bytes = wavesim_faults::reached()) bytes[number] = 1;
    return number == wavesim_faults::chosen();
}
