# The Debian package, made by `cpack`; `./dev package` calls it. The maintainer of a package is who builds it, by the
# variables of Debian's own tools.
set(maintainer "wavesim authors <wavesim@packages.invalid>")
if(DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME wavesim)
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/../packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # the libraries that the program is linked with, by dpkg-shlibdeps
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "acoustic and seismic wave simulation") # becomes its first line
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Computes how sound travels in rooms and seismic waves in the ground. It solves
the wave equation on a grid, on CPUs and NVIDIA GPUs. A scene in a text file
gives impulse responses or shot gathers, sound files and pictures, with a
statement of how accurate they are.
.
A GPU needs NVIDIA's driver and the run-time compiler of CUDA 12 or later.")

# What Debian asks of /usr/share/doc/wavesim.
string(TIMESTAMP rfc_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${PROJECT_SOURCE_DIR}/packaging/changelog.in ${PROJECT_BINARY_DIR}/packaging/changelog @ONLY)
execute_process(COMMAND gzip -9 -n -k -f ${PROJECT_BINARY_DIR}/packaging/changelog COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_BINARY_DIR}/packaging/changelog.gz packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(CPack)
