// SPDX-License-Identifier: MIT
// libomp 14 does not give back what it holds for a team when the number of threads changes, as only these tests do.

/// Asked by LeakSanitizer alone: the module whose leaks are not ours.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp.so"; }
