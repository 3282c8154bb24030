// SPDX-License-Identifier: Apache-2.0
// The floor of every start: an empty, dynamically linked C program.
int main(void) {
    return 0;
}
