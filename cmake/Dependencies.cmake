# SPDX-License-Identifier: Apache-2.0
# Third-party libraries, all from Debian packages. The host links them statically, so that it needs libc, libm and the
# loader only; Debian has no static spdlog and fmt, so their headers are compiled here once.

find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)

# skilldeck_static_library(<target> <file name>): the static archive of a Debian -dev package
function(skilldeck_static_library target name)
  find_library(${target}_FILE NAMES lib${name}.a REQUIRED)
  add_library(${target} STATIC IMPORTED)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${${target}_FILE})
endfunction()

skilldeck_static_library(boost_json boost_json)
skilldeck_static_library(yaml_cpp yaml-cpp)
skilldeck_static_library(md md)
skilldeck_static_library(utf8proc utf8proc)

add_library(skilldeck_log_library STATIC ${PROJECT_SOURCE_DIR}/cmake/log_library.cpp)
target_compile_features(skilldeck_log_library PUBLIC cxx_std_20)
target_compile_definitions(skilldeck_log_library PUBLIC SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL)
