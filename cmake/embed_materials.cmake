# Writes a .cpp that holds the catalogue of materials as a string: cmake -DOUTPUT=... -DFILE=... -P embed_materials.cmake
file(READ ${FILE} content)
file(WRITE ${OUTPUT} "// Generated from configs/materials by cmake/embed_materials.cmake.\n#include \"io/scene/material_table.hpp\"\n\nnamespace wavesim {\n\nconst char* const shipped_materials_text = R\"csv(${content})csv\";\n\n}  // namespace wavesim\n")
