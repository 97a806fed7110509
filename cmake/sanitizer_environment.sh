# SPDX-License-Identifier: MIT
# Sourced before ctest: how the sanitizers report. Programs built without them ignore all of it.
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:check_initialization_order=1:abort_on_error=0
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# libarcher tells TSan about the synchronisation inside libomp; without it every parallel loop looks like a race.
export TSAN_OPTIONS=halt_on_error=1:ignore_noninstrumented_modules=1:second_deadlock_stack=1
export OMP_TOOL_LIBRARIES=/usr/lib/llvm-14/lib/libarcher.so
