-- SPDX-License-Identifier: MIT
-- Module file for Lmod, not tested. Copy it to MODULEPATH/wavesim/VERSION.lua and set `root` to the unpacked archive.
help("wavesim computes sound in rooms and seismic waves in the ground.")
whatis("Name: wavesim")
local root = "/opt/wavesim"
prepend_path("PATH", pathJoin(root, "bin"))
prepend_path("MANPATH", pathJoin(root, "share/man"))
