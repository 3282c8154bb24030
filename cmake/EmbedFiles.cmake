# SPDX-License-Identifier: Apache-2.0
# Text files built into a program. Included, it gives skilldeck_embed_files(); run as a script (by that function, at build
# time), it writes the C++ source.

# skilldeck_embed_files(<target> FUNCTION <name> DIRECTORY <folder>): adds a source to the target that defines
#   std::span<const skilldeck::EmbeddedFile> skilldeck::<name>();
# with every file below the folder, sorted by path. Its declaration is the caller's; base/embedded_file.hpp is the type.
function(skilldeck_embed_files target)
  cmake_parse_arguments(ARG "" "FUNCTION;DIRECTORY" "" ${ARGN})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS LIST_DIRECTORIES false ${ARG_DIRECTORY}/*)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${ARG_FUNCTION}.cpp)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DEMBED_DIRECTORY=${ARG_DIRECTORY} -DEMBED_FUNCTION=${ARG_FUNCTION} -DEMBED_SOURCE=${source}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    COMMENT "Embedding ${ARG_DIRECTORY}" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE OR NOT EMBED_SOURCE)
  return()
endif()

# A raw string literal: only its own end mark cannot be in a text.
set(mark skilldeck_text)
file(GLOB_RECURSE paths LIST_DIRECTORIES false RELATIVE ${EMBED_DIRECTORY} ${EMBED_DIRECTORY}/*)
list(SORT paths)
set(entries "")
foreach(path IN LISTS paths)
  file(READ ${EMBED_DIRECTORY}/${path} text)
  string(FIND "${text}" ")${mark}\"" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${EMBED_DIRECTORY}/${path} holds )${mark}\" and cannot be embedded")
  endif()
  string(APPEND entries "    EmbeddedFile{\"${path}\", R\"${mark}(${text})${mark}\"},\n")
endforeach()
file(WRITE ${EMBED_SOURCE} "// SPDX-License-Identifier: Apache-2.0
// Written by cmake/EmbedFiles.cmake.
#include \"base/embedded_file.hpp\"

#include <array>
#include <span>

namespace skilldeck {

std::span<const EmbeddedFile> ${EMBED_FUNCTION}();

namespace {

constexpr auto kFiles = std::to_array<EmbeddedFile>({
${entries}});

}  // namespace

std::span<const EmbeddedFile> ${EMBED_FUNCTION}() { return kFiles; }

}  // namespace skilldeck
")
