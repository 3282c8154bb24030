// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "find_walk.hpp"
#include "rules.hpp"

namespace command_guard {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 23> kReaders = {
    "cat",     "tac",     "nl",   "less", "more", "head", "tail", "bat",  "base64", "base32",  "xxd",  "od",
    "hexdump", "strings", "sort", "uniq", "cut",  "tar",  "zip",  "gzip", "cp",     "openssl", "paste"};

/// Their first operand is a pattern or a program, not a file.
constexpr std::array<std::string_view, 8> kFilters = {"grep", "egrep", "fgrep", "rg", "sed", "awk", "jq", "gawk"};

constexpr std::array<std::string_view, 19> kSenders = {"curl", "wget", "nc",    "ncat",     "netcat", "socat", "ssh",
                                                       "scp",  "sftp", "ftp",   "tftp",     "telnet", "http",  "https",
                                                       "xh",   "mail", "mailx", "sendmail", "rclone"};

constexpr std::array<std::string_view, 9> kDownloaders = {"curl",  "wget", "fetch", "aria2c", "http",
                                                          "https", "xh",   "nc",    "ncat"};

constexpr std::array<std::string_view, 8> kInterpreters = {"python", "python2", "python3", "perl",
                                                           "ruby",   "node",    "php",     "lua"};

void note_secret(Invocation& invocation, const Text& path) {
    const SecretClass secret = classify_secret(path, invocation.scope(), invocation.place());
    if (secret == SecretClass::none) return;
    invocation.traits.secret = worse(invocation.traits.secret, secret);
    if (secret == SecretClass::credential) invocation.ask("secret", "reads a private key or a stored login");
}

void judge_reader(Invocation& invocation) {
    const Arguments arguments(invocation.argv(), 1, {});
    const auto& operands = arguments.operands();
    const std::size_t first = contains(kFilters, invocation.name()) && !arguments.has('f') ? 1 : 0;
    for (std::size_t i = first; i < operands.size(); ++i) note_secret(invocation, operands[i]);
}

/// scp and rsync send what they copy when one end is on another machine.
void judge_remote_copy(Invocation& invocation) {
    const OptionSyntax syntax{invocation.name() == "scp" ? "iFPoclJSX" : "e", {"rsh", "exclude", "include"}, {}};
    const Arguments arguments(invocation.argv(), 1, syntax);
    const auto& operands = arguments.operands();
    if (operands.size() < 2) return;
    const bool sends = is_remote(operands.back().value);
    if (!sends && invocation.name() == "scp") invocation.check_write(operands.back());
    for (std::size_t i = 0; i + 1 < operands.size(); ++i) note_secret(invocation, operands[i]);
    invocation.traits.sends |= sends;
}

/// What curl and wget upload: `@file` in the data, -T, --post-file.
void judge_uploads(Invocation& invocation) {
    const bool is_curl = invocation.name() == "curl";
    const Arguments arguments(invocation.argv(), 1,
                              {is_curl ? "T" : "", {"upload-file", "post-file", "body-file"}, {}});
    for (const char* option : {"T", "upload-file", "post-file", "body-file"}) {
        for (const Text& path : arguments.values(option)) note_secret(invocation, path);
    }
    for (const Text& word : invocation.argv()) {
        const auto at = word.value.find('@');
        const bool is_address = word.value.find("://") < at;
        if (at == std::string::npos || is_address) continue;
        const std::string path = word.value.substr(at + 1);
        note_secret(invocation, {path.substr(0, path.find(';')), false});
    }
}

/// Its names as a file.
bool is_standard_input(std::string_view path) {
    return path == "/dev/stdin" || path == "/dev/fd/0" || path == "/proc/self/fd/0" || path == "/proc/thread-self/fd/0";
}

void note_interpreter(Invocation& invocation) {
    const std::string_view name = invocation.name();
    const bool sources = (name == "source" || name == ".") && invocation.argv().size() > 1 &&
                         is_standard_input(invocation.argv()[1].value);
    const bool shell = is_shell(name) || sources;
    if (!shell && !contains(kInterpreters, name)) return;
    const auto& argv = invocation.argv();
    bool reads_input = true;
    for (std::size_t i = 1; i < argv.size() && reads_input; ++i) {
        const std::string& word = argv[i].value;
        if (word == "-" || word == "-s" || word == "--" || is_standard_input(word)) break;
        if (shell && (word == "-o" || word == "-O" || word == "+o" || word == "--rcfile" || word == "--init-file"))
            ++i;
        else if (!word.starts_with("-") && !word.starts_with("+"))
            reads_input = false;
        else if (word.starts_with("--") && word != "--login" && word != "--posix" && word != "--norc") {
            reads_input = shell && word != "--version" && word != "--help";
        } else if (word.find_first_of(shell ? "c" : "cmeErpVv", 1) != std::string::npos && !word.starts_with("--")) {
            reads_input = false;
        }
    }
    if (!reads_input) return;
    invocation.traits.interpreter = name;
    invocation.traits.interpreter_is_shell = shell;
}

}  // namespace

void judge_secrets(Invocation& invocation, const Input& input) {
    const std::string_view name = invocation.name();
    if (contains(kReaders, name) || contains(kFilters, name)) judge_reader(invocation);
    if (name == "scp" || name == "rsync") judge_remote_copy(invocation);
    if (name == "curl" || name == "wget") judge_uploads(invocation);
    if (contains(kSenders, name) && name != "scp") invocation.traits.sends = true;
    if (contains(kDownloaders, name)) invocation.traits.downloads = true;
    if (name == "printenv" || (name == "env" && invocation.argv().size() == 1)) {
        invocation.traits.prints_environment = true;
    }
    note_interpreter(invocation);
    if (invocation.traits.lists.empty()) invocation.traits.lists = passed_on(invocation, input.upstream.lists);
    const bool hands_on = (name == "cat" && invocation.argv().size() == 1) || name == "tee";
    if (hands_on) invocation.traits.prints = input.text;
}

std::vector<Text> downloaded_files(const Invocation& invocation) {
    const bool is_curl = invocation.name() == "curl";
    if (!is_curl && invocation.name() != "wget") return {};
    const OptionSyntax syntax{is_curl ? "oHdXFTubAemrwxy" : "OoPUaiQtTwe", {"output", "output-document"}, {}};
    const Arguments arguments(invocation.argv(), 1, syntax);
    std::vector<Text> files;
    for (const char* option : {is_curl ? "o" : "O", "output", "output-document"}) {
        for (Text& path : arguments.values(option)) files.push_back(std::move(path));
    }
    const bool by_remote_name = is_curl ? arguments.has('O') || arguments.has("remote-name") : files.empty();
    for (const Text& url : by_remote_name ? arguments.operands() : std::vector<Text>{}) {
        const std::string_view address = std::string_view(url.value).substr(0, url.value.find('?'));
        files.push_back({std::string(base_name(address)), false});
    }
    return files;
}

}  // namespace command_guard
