// SPDX-License-Identifier: Apache-2.0
#include "file_tree.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <sstream>

namespace skilldeck::test {

namespace {

namespace fs = std::filesystem;

std::string what_is(const fs::path& path) {
    const auto status = fs::symlink_status(path);
    if (fs::is_symlink(status)) return "link to " + fs::read_symlink(path).string();
    std::ostringstream text;
    text << std::oct << static_cast<unsigned>(status.permissions());
    if (fs::is_directory(status)) return "directory " + text.str();
    return "file " + text.str() + "\n" + text_of(path);
}

std::string without_highest_versions(const std::string& trust) {
    auto document = boost::json::parse(trust);
    document.as_object().erase("versions");
    return boost::json::serialize(document);
}

}  // namespace

FileTree tree_of(const fs::path& root) {
    FileTree tree;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        tree[entry.path().lexically_relative(root).generic_string()] = what_is(entry.path());
    }
    return tree;
}

std::string differences(const FileTree& before, const FileTree& after) {
    std::string lines;
    for (const auto& [path, what] : before) {
        const auto other = after.find(path);
        if (other == after.end()) lines += "- " + path + "\n";
        if (other != after.end() && other->second != what) lines += "! " + path + "\n";
    }
    for (const auto& [path, what] : after) {
        if (!before.contains(path)) lines += "+ " + path + "\n";
    }
    return lines;
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(in, file << " cannot be read");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

FileTree lasting_state(const fs::path& config) {
    auto tree = tree_of(config);
    tree.erase("plugins/cache/.staging");  // empty, or what is in it counts
    std::erase_if(tree, [](const auto& entry) { return entry.first == "state" || entry.first.starts_with("state/"); });
    if (const auto trust = tree.find("trust.json"); trust != tree.end()) {
        const auto bytes = trust->second.find('\n') + 1;
        trust->second = trust->second.substr(0, bytes) + without_highest_versions(trust->second.substr(bytes));
    }
    return tree;
}

}  // namespace skilldeck::test
