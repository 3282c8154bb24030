/* SPDX-License-Identifier: Apache-2.0
   The baseline of listing: opens, reads and closes SKILL.md in every folder of a root, one after the other. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
    char path[4096], piece[65536];
    long long bytes = 0;
    struct dirent* entry;
    DIR* root = argc == 2 ? opendir(argv[1]) : NULL;
    if (root == NULL) return 1;
    while ((entry = readdir(root)) != NULL) {
        ssize_t got;
        int file;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s/SKILL.md", argv[1], entry->d_name);
        file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) return 1;
        while ((got = read(file, piece, sizeof piece)) > 0) bytes += got;
        close(file);
        if (got < 0) return 1;
    }
    closedir(root);
    return bytes > 0 ? 0 : 1;
}
