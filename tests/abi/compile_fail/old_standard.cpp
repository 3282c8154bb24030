// SPDX-License-Identifier: Apache-2.0
// standard: c++14
// expect: skilldeck/plugin.hpp needs C++17 or later
#include <skilldeck/plugin.hpp>
