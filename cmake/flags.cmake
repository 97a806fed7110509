# Flags of every target. Binaries are carried to other machines: x86-64-v2 is the base, faster instruction
# sets are chosen at run time. No contraction and no fast-math: bits must not depend on how code is inlined.
add_library(wavesim_flags INTERFACE)
target_compile_options(wavesim_flags INTERFACE
  -march=x86-64-v2 -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror)
target_include_directories(wavesim_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
if(WAVESIM_SANITIZE)
  target_compile_options(wavesim_flags INTERFACE -fsanitize=${WAVESIM_SANITIZE} -fno-omit-frame-pointer -g)
  target_link_options(wavesim_flags INTERFACE -fsanitize=${WAVESIM_SANITIZE})
endif()
