# SPDX-License-Identifier: Apache-2.0
# One folder of host/ is one static library. Its sources can include the folders named in MAY_INCLUDE and no others:
# each folder is reached through a directory of its own that holds nothing but a link to it.

set(SKILLDECK_INCLUDE_ROOT ${PROJECT_BINARY_DIR}/include)

# skilldeck_include_root(<name> <header>...): an include directory that shows only these headers of host/
function(skilldeck_include_root name)
  foreach(header IN LISTS ARGN)
    cmake_path(GET header PARENT_PATH folder)
    file(MAKE_DIRECTORY ${SKILLDECK_INCLUDE_ROOT}/${name}/${folder})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/host/${header} ${SKILLDECK_INCLUDE_ROOT}/${name}/${header} SYMBOLIC)
  endforeach()
endfunction()

# skilldeck_folder(<folder> [SOURCES file...] [MAY_INCLUDE name...] [LINKS target...])
# Without SOURCES: every .cpp of host/<folder>.
function(skilldeck_folder folder)
  cmake_parse_arguments(ARG "" "TARGET" "SOURCES;MAY_INCLUDE;LINKS" ${ARGN})
  if(NOT ARG_TARGET)
    set(ARG_TARGET skilldeck_${folder})
  endif()
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/host/${folder}/*.cpp)
    if(WIN32)
      list(FILTER ARG_SOURCES EXCLUDE REGEX "_(posix|linux)\\.cpp$")
    endif()
  endif()
  if(NOT ARG_SOURCES)
    return()
  endif()
  file(MAKE_DIRECTORY ${SKILLDECK_INCLUDE_ROOT}/${folder})
  if(NOT EXISTS ${SKILLDECK_INCLUDE_ROOT}/${folder}/${folder})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/host/${folder} ${SKILLDECK_INCLUDE_ROOT}/${folder}/${folder} SYMBOLIC)
  endif()
  add_library(${ARG_TARGET} STATIC ${ARG_SOURCES})
  skilldeck_compile_rules(${ARG_TARGET})
  foreach(name IN ITEMS ${folder} LISTS ARG_MAY_INCLUDE)
    target_include_directories(${ARG_TARGET} PRIVATE ${SKILLDECK_INCLUDE_ROOT}/${name})
  endforeach()
  target_link_libraries(${ARG_TARGET} PRIVATE skilldeck_compiled_with PUBLIC ${ARG_LINKS})
  skilldeck_library_headers(${ARG_TARGET})
endfunction()
