-- SPDX-License-Identifier: MIT
-- Module file for Lmod, tested with 8.6. Copy it to MODULEPATH/wavesim/VERSION.lua and set `root` to the unpacked archive.
help("wavesim computes sound in rooms and seismic waves in the ground.")
whatis("Name: wavesim")
local root = "/opt/wavesim"
prepend_path("PATH", pathJoin(root, "bin"))  -- man looks beside it
