# SPDX-License-Identifier: Apache-2.0
# The language, the warnings and the instrumentation of everything this project compiles.

set(SKILLDECK_SANITIZE "" CACHE STRING "sanitizers: address;undefined or thread")

# What GCC 12 warns of only when it optimises is wrong about std::string again and again (its bugs 105651, 105329, 107852):
# in optimised builds these are told and do not stop. Every other warning stops every build.
set(SKILLDECK_OPTIMISER_WARNINGS)
foreach(name IN ITEMS restrict stringop-overflow stringop-overread array-bounds maybe-uninitialized dangling-pointer
                      use-after-free free-nonheap-object nonnull)
  list(APPEND SKILLDECK_OPTIMISER_WARNINGS
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<NOT:$<CONFIG:Debug>>>:-Wno-error=${name}>)
endforeach()

function(skilldeck_compile_rules target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)
  target_compile_options(${target} PRIVATE ${SKILLDECK_OPTIMISER_WARNINGS})
  if(SKILLDECK_SANITIZE)
    string(REPLACE ";" "," sanitizers "${SKILLDECK_SANITIZE}")
    target_compile_options(${target} PRIVATE -fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${sanitizers})
    if(SKILLDECK_SANITIZE MATCHES "thread")
      # Asio has fences that this sanitizer does not model; GCC warns of each.
      target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
    endif()
  endif()
endfunction()

# What every library of the host is compiled with, without adding an include directory of ours.
add_library(skilldeck_compiled_with INTERFACE)
target_compile_definitions(skilldeck_compiled_with INTERFACE
  BOOST_JSON_NO_LIB BOOST_ALL_NO_LIB BOOST_DLL_USE_STD_FS
  SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL)
