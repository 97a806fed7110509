# Each test program in a few processes, not each test in one. More than half of the time of a process per test is its start, and
# references that tests of one process share. Tests of the night have processes of their own, with the label night.
option(WAVESIM_TESTS_IN_PARTS "Run the tests of a program in a few processes" OFF)

# How many processes; a program that is not here has one.
set(parts_of_emulator 4)
set(parts_of_kernels 4)
set(parts_of_app 3)
set(parts_of_backends 2)
set(parts_of_io 2)
set(parts_of_physics 2)
set(parts_of_solvers 2)

# Tests PROGRAM.NAME_1_of_COUNT and so on, which share what the flags choose.
function(wavesim_parts folder name flags count labels)
  foreach(number RANGE 1 ${count})
    math(EXPR index "${number} - 1")
    set(test ${prefix}${folder}.${name}_${number}_of_${count})
    add_test(NAME ${test} COMMAND ${WAVESIM_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/in_parts.py $<TARGET_FILE:${folder}_test>
      --gtest_flagfile=${flags})
    set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT 1800 COST 30
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${count};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

function(wavesim_test_in_parts folder label filter) # filter: of GoogleTest; "*" for all
  set(at_night ${night_tests})
  list(FILTER at_night INCLUDE REGEX "^${prefix}${folder}[.]")
  list(TRANSFORM at_night REPLACE "^${prefix}${folder}[.]" "")
  list(TRANSFORM at_night REPLACE "^(.*)[.]([^.]*)<([0-9]+)>$" "\\1/\\3.\\2") # names of typed tests, as GoogleTest has them
  list(JOIN at_night ":" at_night)
  set(left_out "${filter}") # "*" or what begins with -
  if(filter STREQUAL "*")
    set(left_out "-")
  endif()
  set(flags ${CMAKE_CURRENT_BINARY_DIR}/${folder}.flags)
  file(WRITE ${flags} "--gtest_filter=${left_out}:${at_night}\n")
  set(count 1)
  if(DEFINED parts_of_${folder})
    set(count ${parts_of_${folder}})
  endif()
  wavesim_parts(${folder} part ${flags} ${count} ${label})
  if(at_night)
    file(WRITE ${flags}.night "--gtest_filter=${at_night}\n")
    wavesim_parts(${folder} night ${flags}.night ${count} "${label};night")
  endif()
endfunction()
