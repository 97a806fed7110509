# The tests of a change, without those of the night: each program in a few processes, not each test in one. More than half of the
# time of a process per test is its start, and references that tests of one process share.
option(WAVESIM_TESTS_IN_PARTS "Run the tests of a program, without those of the night, in a few processes" OFF)

# How many processes; a program that is not here has one.
set(parts_of_emulator 4)
set(parts_of_kernels 4)
set(parts_of_app 3)
set(parts_of_backends 2)
set(parts_of_io 2)
set(parts_of_physics 2)
set(parts_of_solvers 2)

# Tests that need a process in which no other test ran.
set(alone_in_kernels "Runs/CompilerMemoryOf.*")

function(wavesim_test_in_parts folder label filter) # filter: of GoogleTest; "*" for all
  set(run_part ${WAVESIM_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/in_parts.py)
  set(left_out ${night_tests})
  list(FILTER left_out INCLUDE REGEX "^${prefix}${folder}[.]")
  list(TRANSFORM left_out REPLACE "^${prefix}${folder}[.]" "")
  list(TRANSFORM left_out REPLACE "^(.*)[.]([^.]*)<([0-9]+)>$" "\\1/\\3.\\2") # names of typed tests, as GoogleTest has them
  if(filter STREQUAL "*")
    string(PREPEND left_out "-")
  else()
    list(PREPEND left_out "${filter}")
  endif()
  list(JOIN left_out ":" left_out)
  set(flags ${CMAKE_CURRENT_BINARY_DIR}/${folder}.flags)
  set(alone ${alone_in_${folder}})
  if(alone)
    file(WRITE ${flags}.alone "--gtest_filter=${alone}${left_out}\n")
    string(APPEND left_out ":${alone}")
    add_test(NAME ${prefix}${folder}.alone COMMAND ${run_part} $<TARGET_FILE:${folder}_test> --gtest_flagfile=${flags}.alone)
    set_tests_properties(${prefix}${folder}.alone PROPERTIES LABELS ${label} TIMEOUT 300)
  endif()
  file(WRITE ${flags} "--gtest_filter=${left_out}\n")
  set(count 1)
  if(DEFINED parts_of_${folder})
    set(count ${parts_of_${folder}})
  endif()
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    math(EXPR number "${index} + 1")
    set(name ${prefix}${folder}.part_${number}_of_${count})
    add_test(NAME ${name} COMMAND ${run_part} $<TARGET_FILE:${folder}_test> --gtest_flagfile=${flags})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 900 COST 30
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${count};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
