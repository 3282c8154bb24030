# SPDX-License-Identifier: Apache-2.0
# Nearly every source includes the same standard headers and the values of Boost.JSON; reading them once for all halves
# the time of a build. Only headers that are not ours are in here: what a folder may include stays as it is. Heavy ones that
# few sources use (Asio, spdlog, yaml-cpp, CLI11) would make all others slower and stay out.
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without; ./dev lint does, so that no source leans on them.

set(SKILLDECK_COMMON_HEADERS
  <algorithm> <array> <chrono> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string>
  <string_view> <utility> <variant> <vector>
  <boost/json/object.hpp> <boost/json/value.hpp> <boost/system/result.hpp>)

# Those of the libraries; the tests have theirs (tests/CMakeLists.txt), as they are compiled as programs.
add_library(skilldeck_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
skilldeck_compile_rules(skilldeck_headers)
target_link_libraries(skilldeck_headers PRIVATE skilldeck_compiled_with)
target_precompile_headers(skilldeck_headers PRIVATE ${SKILLDECK_COMMON_HEADERS})

function(skilldeck_library_headers target)
  target_precompile_headers(${target} REUSE_FROM skilldeck_headers)
endfunction()
