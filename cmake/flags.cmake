# Flags of every target. Binaries are carried to other machines: x86-64-v2 is the base, faster instruction
# sets are chosen at run time. No contraction and no fast-math: bits must not depend on how code is inlined.
add_library(wavesim_flags INTERFACE)
target_compile_options(wavesim_flags INTERFACE
  -march=x86-64-v2 -ffp-contract=off -fno-math-errno
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor $<$<BOOL:${WAVESIM_WERROR}>:-Werror>
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
  # A group of sources is not a header, whose types others would see, too.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage>)
target_include_directories(wavesim_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
if(WAVESIM_SANITIZE)
  # -O1 and the asserts of the standard library: short builds, more findings.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
  target_compile_options(wavesim_flags INTERFACE
    -fsanitize=${WAVESIM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # A null pointer stops the program anyway, and x86 reads at any address; but these
  # checks at every access take a third of the build.
  if(WAVESIM_SANITIZE MATCHES undefined)
    target_compile_options(wavesim_flags INTERFACE -fno-sanitize=null,alignment,vptr,object-size)
  endif()
  target_link_options(wavesim_flags INTERFACE -fsanitize=${WAVESIM_SANITIZE})
  # g++ with sanitizers sees uninitialised members in libstdc++'s <regex> (GCC bug 105562).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(wavesim_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
# GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(wavesim_flags INTERFACE -Wno-restrict)
endif()

# Several sources of a target at once: headers of JSON, YAML and the command line take longer than what includes them.
# What a group costs is mostly headers of the standard library, once for each. The sources of a small folder share a group; in a
# large one neighbours in the alphabet do, so that a new file meets few others. Not in Debug builds, where each source stands alone: a missing include fails there, and -Wshadow looks at all.
# A further argument is the end of the names of sources that stand alone, too.
function(wavesim_compile_together target)
  if(CMAKE_BUILD_TYPE STREQUAL Debug)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # clang then takes a fifth less for a source with JSON, g++ hardly less. What ships is compiled without.
  if(WAVESIM_SANITIZE AND target MATCHES "^(wavesim_)?(app|io|studies)(_test)?$")
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cmath> <filesystem> <fstream> <functional>
      <map> <memory> <optional> <set> <span> <sstream> <string> <variant> <vector> <nlohmann/json.hpp>)
    if(target MATCHES "_test$")
      target_precompile_headers(${target} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
    endif()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    cmake_path(GET source PARENT_PATH folder)
    set(neighbours ${sources})
    list(FILTER neighbours INCLUDE REGEX "^${folder}/[^/]*$")
    list(LENGTH neighbours count)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE group)
    string(MAKE_C_IDENTIFIER "${group}" group)
    if(ARGC GREATER 1 AND source MATCHES "${ARGV1}")
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    endif()
    set(ranges "")
    if(count GREATER 30)
      set(ranges a-c d-i j-p q-r s t-z)
    elseif(count GREATER 5)
      set(ranges a-i j-r s-z)
    endif()
    cmake_path(GET source FILENAME name)
    foreach(letters ${ranges})
      if(name MATCHES "^[${letters}]")
        string(APPEND group _${letters})
        break()
      endif()
    endforeach()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
endfunction()
