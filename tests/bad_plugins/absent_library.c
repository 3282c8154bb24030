// SPDX-License-Identifier: Apache-2.0
/* The library that missing_library is linked with and that no loader finds. */
int absent_answer(void);
int absent_answer(void) {
    return 42;
}
