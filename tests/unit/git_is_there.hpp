// SPDX-License-Identifier: Apache-2.0
// Tests that need git are skipped, by name, where there is none: `*boost::unit_test::precondition(git_is_there)`.
#pragma once

#include "git_repository.hpp"

#include <boost/test/unit_test.hpp>

namespace skilldeck::test {

inline boost::test_tools::assertion_result git_is_there(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result answer(git_starts());
    if (!answer) answer.message() << "git is not on PATH";
    return answer;
}

}  // namespace skilldeck::test
