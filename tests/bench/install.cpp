// SPDX-License-Identifier: Apache-2.0
#include "install.hpp"

#include "measure.hpp"
#include "skills.hpp"

#include <filesystem>
#include <fstream>

namespace skilldeck::bench {

namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

void measure_install(const std::string& deck, int skills, double target, int rounds) {
    const SkillHome home(skills);
    const auto shop = home.project() / "shop", plugin = shop / "stock", config = home.project() / "config",
               copy = home.project() / "copy";
    write(shop / ".claude-plugin/marketplace.json",
          R"({"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "stock", "source": "./stock"}]})");
    write(plugin / ".claude-plugin/plugin.json", R"({"name": "stock", "version": "1.0.0"})");
    fs::rename(home.root(), plugin / "skills");
    const Command host{deck, "--config-dir", config.string(), "--project", home.project().string(), "--no-compat"};
    const auto with = [&](const Command& words) {
        auto command = host;
        command.insert(command.end(), words.begin(), words.end());
        return command;
    };
    const Trial ours{[&] {
                         fs::remove_all(config);
                         run_once(with({"marketplace", "add", shop.string()}));
                     },
                     with({"plugin", "install", "stock@shop"})};
    const Trial theirs{[&] { fs::remove_all(copy); },
                       {"/bin/sh", "-c", "cp -a \"$0\" \"$1\" && sync -f \"$1\"", plugin.string(), copy.string()}};
    compare("plugin install, " + std::to_string(skills) + " skills", ours, theirs, target, rounds);
}

}  // namespace skilldeck::bench
