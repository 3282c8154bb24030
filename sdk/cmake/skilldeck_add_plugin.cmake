# SPDX-License-Identifier: Apache-2.0
# Builds native plugins and puts their directories together. From find_package(skilldeck-sdk); also used in the tree of
# Skilldeck itself.
#
#   skilldeck_add_plugin(<target>
#     [NAME <plugin name>]     default: the target's name with hyphens; the same as in the manifest
#     SOURCES <file>...        C or C++
#     [PACKAGE_DIR <dir>]      what the plugin's directory holds besides the library; default: package
#     [MANIFEST <file>]        default: <PACKAGE_DIR>/dev.skilldeck/module.json.in; its @SKILLDECK_MODULES@ becomes the
#                              list of libraries with their SHA-256
#     [OUTPUT_DIR <dir>]       default: <build folder>/plugin/<name>. Replaced as a whole at each build
#     [LIBRARIES <target>...]  linked to the plugin
#     [STATIC_RUNTIME]         no libstdc++ and libgcc at run time: for libraries that go to unknown distributions
#     [TEST <file>...])        a test program, registered with CTest; its first argument is the package's directory and
#                              its second one the library
#
# Targets: <target> (the library), <target>_package (the directory, part of `all`), <target>_test.
# Tests:   <target>.exports (the library exports its entry and nothing else), <target>.test.
# The property SKILLDECK_PACKAGE of <target> is the directory.

include_guard(GLOBAL)
set(SKILLDECK_SDK_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR} CACHE INTERNAL "where the scripts of the SDK are")

# The word for the platform that is built for: <linux|darwin|windows>-<x86_64|aarch64>, -musl after it where that is so.
function(skilldeck_platform out)
  string(TOLOWER "${CMAKE_SYSTEM_NAME}" system)
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" machine)
  if(CMAKE_OSX_ARCHITECTURES)
    string(TOLOWER "${CMAKE_OSX_ARCHITECTURES}" machine)
  endif()
  string(REGEX REPLACE "^(amd64|x64)$" "x86_64" machine "${machine}")
  string(REGEX REPLACE "^arm64$" "aarch64" machine "${machine}")
  set(libc "")
  if(system STREQUAL "linux" AND "${CMAKE_C_LIBRARY_ARCHITECTURE}${CMAKE_CXX_LIBRARY_ARCHITECTURE}" MATCHES "musl")
    set(libc "-musl")
  elseif(system STREQUAL "linux" AND EXISTS "/etc/alpine-release" AND NOT CMAKE_CROSSCOMPILING)
    set(libc "-musl")
  endif()
  set(${out} "${system}-${machine}${libc}" PARENT_SCOPE)
endfunction()

function(skilldeck_add_plugin target)
  cmake_parse_arguments(ARG "STATIC_RUNTIME" "NAME;PACKAGE_DIR;MANIFEST;OUTPUT_DIR" "SOURCES;LIBRARIES;TEST" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "skilldeck_add_plugin(${target}): what is ${ARG_UNPARSED_ARGUMENTS}?")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "skilldeck_add_plugin(${target}): SOURCES is missing")
  endif()
  if(NOT ARG_NAME)
    string(REPLACE "_" "-" ARG_NAME ${target})
  endif()
  if(NOT ARG_PACKAGE_DIR)
    set(ARG_PACKAGE_DIR package)
  endif()
  cmake_path(ABSOLUTE_PATH ARG_PACKAGE_DIR BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  if(NOT ARG_MANIFEST)
    set(ARG_MANIFEST ${ARG_PACKAGE_DIR}/dev.skilldeck/module.json.in)
  endif()
  cmake_path(ABSOLUTE_PATH ARG_MANIFEST BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  if(NOT EXISTS ${ARG_MANIFEST})
    message(FATAL_ERROR "skilldeck_add_plugin(${target}): there is no ${ARG_MANIFEST}")
  endif()
  if(NOT ARG_OUTPUT_DIR)
    set(ARG_OUTPUT_DIR plugin/${ARG_NAME})
  endif()
  cmake_path(ABSOLUTE_PATH ARG_OUTPUT_DIR BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)

  add_library(${target} MODULE ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE skilldeck::sdk ${ARG_LIBRARIES})
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("CXX" IN_LIST languages)
    target_compile_features(${target} PRIVATE cxx_std_17)
  endif()
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${ARG_NAME} SKILLDECK_PACKAGE ${ARG_OUTPUT_DIR})
  _skilldeck_plugin_flags(${target} "${ARG_STATIC_RUNTIME}")
  skilldeck_check_exports(${target})
  _skilldeck_package(${target} ${ARG_PACKAGE_DIR} ${ARG_MANIFEST} ${ARG_OUTPUT_DIR})
  if(ARG_TEST)
    _skilldeck_plugin_test(${target} ${ARG_OUTPUT_DIR} "${ARG_TEST}")
  endif()
endfunction()

# Registers a test that fails if the library of <target> exports anything but its entry.
function(skilldeck_check_exports target)
  set(objdump "")
  if(WIN32)
    set(objdump -DOBJDUMP=${CMAKE_OBJDUMP})
  endif()
  add_test(NAME ${target}.exports
    COMMAND ${CMAKE_COMMAND} -DLIBRARY=$<TARGET_FILE:${target}> -DNM=${CMAKE_NM} ${objdump}
      -P ${SKILLDECK_SDK_CMAKE_DIR}/skilldeck_check_exports.cmake)
endfunction()

# One exported symbol, every reference resolved and bound when the library is opened, no search path but its own folder.
function(_skilldeck_plugin_flags target static_runtime)
  set_target_properties(${target} PROPERTIES PREFIX "" POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH OFF)
  # A template's static data must not become process-wide: such a library can never be told apart from another copy.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>")
  if(WIN32)
    target_link_options(${target} PRIVATE -static)
  elseif(APPLE)
    set_target_properties(${target} PROPERTIES SUFFIX ".dylib" INSTALL_RPATH "@loader_path")
    target_link_options(${target} PRIVATE -Wl,-exported_symbol,_skilldeck_plugin_entry_v1)
  else()
    set(map ${SKILLDECK_SDK_CMAKE_DIR}/skilldeck_plugin.map)
    target_link_options(${target} PRIVATE -Wl,-z,now -Wl,-z,relro -Wl,--version-script=${map})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
    if(NOT "${SKILLDECK_SANITIZE}" OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")  # clang leaves its runtime to the program
      target_link_options(${target} PRIVATE -Wl,-z,defs)
    endif()
    if(static_runtime)
      target_link_options(${target} PRIVATE -static-libgcc "$<$<LINK_LANGUAGE:CXX>:-static-libstdc++>")
    endif()
  endif()
endfunction()

# The plugin's directory: a copy of the package folder, the library, and module.json with the library's digest.
function(_skilldeck_package target package_dir manifest output_dir)
  skilldeck_platform(platform)
  file(GLOB_RECURSE package_files CONFIGURE_DEPENDS LIST_DIRECTORIES false ${package_dir}/*)
  set(script ${SKILLDECK_SDK_CMAKE_DIR}/skilldeck_package.cmake)
  add_custom_command(OUTPUT ${output_dir}/dev.skilldeck/module.json
    COMMAND ${CMAKE_COMMAND} -DPACKAGE_DIR=${package_dir} -DMANIFEST=${manifest} -DOUTPUT_DIR=${output_dir}
      -DLIBRARY=$<TARGET_FILE:${target}> -DPLATFORM=${platform} -P ${script}
    DEPENDS ${target} ${package_files} ${manifest} ${script}
    COMMENT "Package ${output_dir}" VERBATIM)
  add_custom_target(${target}_package ALL DEPENDS ${output_dir}/dev.skilldeck/module.json)
endfunction()

function(_skilldeck_plugin_test target output_dir sources)
  add_executable(${target}_test ${sources})
  target_link_libraries(${target}_test PRIVATE skilldeck::testing)
  add_dependencies(${target}_test ${target}_package)
  skilldeck_platform(platform)
  add_test(NAME ${target}.test
    COMMAND ${target}_test ${output_dir} ${output_dir}/dev.skilldeck/${platform}/$<TARGET_FILE_NAME:${target}>)
endfunction()
