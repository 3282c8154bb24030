# SPDX-License-Identifier: Apache-2.0
# ccache, set so that a build of the same sources in another folder hits: paths are taken relative to the source
# folder, the working directory is not hashed, and no absolute path stays in the objects. A miss costs no preprocessing
# run of its own: the compiler's own list of headers serves (depend mode).

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
# What ccache needs to see through precompiled headers (ccache manual, "Precompiled headers").
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
# A coverage report looks for the sources where they were compiled.
if(NOT CMAKE_CXX_FLAGS_DEBUG MATCHES "--coverage")
  add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
endif()
