// SPDX-License-Identifier: Apache-2.0
// Runs the built library in a fake host. Arguments: the plugin's directory, the library.
#include <skilldeck/testing/check.hpp>
#include <skilldeck/testing/fake_host.hpp>

#include <iostream>
#include <string>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    skd::testing::Surroundings surroundings;
    surroundings.plugin_root = argv[1];
    skd::testing::FakeHost host(skd::testing::open_library(argv[2]), surroundings);
    SKD_CHECK(host.started());

    const auto prompt = host.render_skill("today");
    SKD_CHECK(prompt.ok());
    SKD_CHECK(prompt.output.find("Today is ") != std::string::npos);
    SKD_CHECK(host.render_skill("tomorrow").status == SKD_ERR_NOT_FOUND);

    const auto harmless = host.run_hook("no-force-push", R"({"tool_input": {"command": "git push"}})");
    SKD_CHECK(harmless.ok() && harmless.output.empty());
    const auto forced = host.run_hook("no-force-push", R"({"tool_input": {"command": "git push --force"}})");
    SKD_CHECK(forced.status == SKD_ERR_DENIED);
    SKD_CHECK(!forced.message.empty());
    SKD_CHECK(host.log().size() == 1);

    host.stop();
    for (const auto& rule : host.broken_rules()) std::cerr << "broken rule " << rule << '\n';
    SKD_CHECK(host.broken_rules().empty());
    return skd::testing::result();
}
