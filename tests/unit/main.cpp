// SPDX-License-Identifier: Apache-2.0
#define BOOST_TEST_MODULE skilldeck
#include <boost/test/unit_test.hpp>
