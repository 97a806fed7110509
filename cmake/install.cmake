# What `cmake --install` puts where. The program finds everything in itself (kernel headers, templates), so that the whole
# tree may be moved. Documents stand beside scenes and configs as in the sources, so that their links hold.
include(GNUInstallDirs)

install(TARGETS wavesim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(self_description ${PROJECT_BINARY_DIR}/app/self_description)
install(DIRECTORY ${self_description}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${self_description}/bash/wavesim DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${self_description}/fish/wavesim.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks for completions of packages in a folder of its own.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr\$\" AND EXISTS /etc/debian_version)
    set(folder vendor-completions)
  endif()
  file(INSTALL \"${self_description}/zsh/_wavesim\"
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")")

set(data ${CMAKE_INSTALL_DATADIR}/wavesim)
install(DIRECTORY scenes configs DESTINATION ${data})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Links beside the documents: ../../wavesim/scenes from share/doc/wavesim.
install(CODE "
  set(documents \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
  file(RELATIVE_PATH up \"\${documents}\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${data}\")
  foreach(folder scenes configs)
    file(CREATE_LINK \"\${up}/\${folder}\" \"\${documents}/\${folder}\" SYMBOLIC)
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/\${folder}\")
  endforeach()")
