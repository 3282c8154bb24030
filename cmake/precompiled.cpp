// SPDX-License-Identifier: Apache-2.0
// Carries the precompiled headers (PrecompiledHeaders.cmake).
int main() {
    return 0;
}
