# SPDX-License-Identifier: Apache-2.0
# cmake -DPACKAGE_DIR= -DMANIFEST= -DOUTPUT_DIR= -DLIBRARY= -DPLATFORM= -P skilldeck_package.cmake
# Puts a plugin's directory together: a copy of PACKAGE_DIR, LIBRARY below dev.skilldeck/PLATFORM, and module.json from
# MANIFEST. Libraries of other platforms that PACKAGE_DIR has in dev.skilldeck/<platform>/ are listed as well.

cmake_minimum_required(VERSION 3.20)
foreach(name IN ITEMS PACKAGE_DIR MANIFEST OUTPUT_DIR LIBRARY PLATFORM)
  if(NOT ${name})
    message(FATAL_ERROR "skilldeck_package: ${name} is missing")
  endif()
endforeach()

# The directory is replaced as a whole, so that what was removed from the sources is gone; never one that is not ours.
file(GLOB present LIST_DIRECTORIES true ${OUTPUT_DIR}/*)
if(present AND NOT IS_DIRECTORY ${OUTPUT_DIR}/dev.skilldeck)
  message(FATAL_ERROR "skilldeck_package: ${OUTPUT_DIR} holds something else than a plugin that was built here")
endif()
file(REMOVE_RECURSE ${OUTPUT_DIR})

file(COPY ${PACKAGE_DIR}/ DESTINATION ${OUTPUT_DIR} PATTERN module.json.in EXCLUDE)
file(COPY ${LIBRARY} DESTINATION ${OUTPUT_DIR}/dev.skilldeck/${PLATFORM})

set(modules "")
file(GLOB libraries RELATIVE ${OUTPUT_DIR} ${OUTPUT_DIR}/dev.skilldeck/*-*/*)
list(SORT libraries)
foreach(library IN LISTS libraries)
  if(NOT library MATCHES "^dev\\.skilldeck/((linux|darwin|windows)-(x86_64|aarch64)(-musl)?)/[^/]+\\.(so|dylib|dll)$")
    continue()
  endif()
  set(platform ${CMAKE_MATCH_1})
  # Beside the module may lie libraries that its code opens: the module is the one with the name of the one built here.
  cmake_path(GET library STEM LAST_ONLY stem)
  cmake_path(GET LIBRARY STEM LAST_ONLY built)
  if(NOT stem STREQUAL built)
    continue()
  endif()
  file(SHA256 ${OUTPUT_DIR}/${library} digest)
  if(modules)
    string(APPEND modules ",")
  endif()
  string(APPEND modules "\n    \"${platform}\": {\"path\": \"${library}\", \"sha256\": \"${digest}\"}")
endforeach()
set(SKILLDECK_MODULES "{${modules}\n  }")

file(READ ${MANIFEST} text)
string(FIND "${text}" "@SKILLDECK_MODULES@" at)
if(at EQUAL -1)
  message(FATAL_ERROR "skilldeck_package: ${MANIFEST} has no @SKILLDECK_MODULES@: \"modules\": @SKILLDECK_MODULES@")
endif()
configure_file(${MANIFEST} ${OUTPUT_DIR}/dev.skilldeck/module.json @ONLY)
file(READ ${OUTPUT_DIR}/dev.skilldeck/module.json text)
string(JSON ignored ERROR_VARIABLE problem GET "${text}" modules ${PLATFORM} sha256)
if(problem)
  file(REMOVE ${OUTPUT_DIR}/dev.skilldeck/module.json)
  message(FATAL_ERROR "skilldeck_package: ${MANIFEST} does not become a module.json: ${problem}")
endif()
