// SPDX-License-Identifier: Apache-2.0
// A plugin's native module as the rest of the host uses it: opened at the first use, once, after its approval was
// checked; asked within deadlines; held to what module.json declares. A failed opening is remembered until the process
// ends. [loop thread] for every call.
#pragma once

#include "native/plugin_opener.hpp"
#include "os/reactor.hpp"
#include "package/package.hpp"
#include "plugin/codes.hpp"
#include "plugin/contributions.hpp"
#include "plugin/library_judge.hpp"
#include "plugin/native_state.hpp"
#include "trust/trust_store.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace skilldeck {

/// One module and everything that opening it depends on.
struct NativePlace {
    std::string plugin_id;
    std::string name;  ///< the manifest's
    Path root, data_dir;
    NativeModule module;
    Origin origin;
    boost::json::object options;  ///< the values of userConfig
    std::string host_version;
    PluginServices services;
    bool handles_hooks = false;                   ///< hooks.json has a native handler
    Code unapproved = code::native_not_approved;  ///< what is said when nothing approves it
};

struct NativeTools {
    Reactor& reactor;
    const FileReader& files;
    FileWriter& writer;
    const TrustStore& trust;
    PluginOpener& in_process;
    LibraryJudge judge = {};
};

class NativePlugin final : public NativeContributor {
public:
    NativePlugin(NativeTools tools, NativePlace place);
    ~NativePlugin() override;

    void run_hook(std::string handler, std::string event_json, std::chrono::milliseconds timeout, CancelToken cancel,
                  Done done) override;
    void list_skills(CancelToken cancel, Done done) override;
    void render_skill(std::string skill, std::string request_json, CancelToken cancel, Done done) override;
    void read_skill_file(std::string skill, std::string path, CancelToken cancel, Done done) override;
    /// The servers the module computes, `{mcpServers: {…}}`, held to those that module.json names.
    void list_mcp_servers(CancelToken cancel, Done done);

    /// Opens the module if nothing did yet (`plugin list --load`); `done` runs once its state is final.
    void open(std::function<void()> done);
    /// Destroys the instance; later calls answer failed. `done` runs once, also when the plugin hangs.
    void shut_down(std::function<void()> done);
    [[nodiscard]] NativeStatus status() const;
    [[nodiscard]] bool used() const;  ///< something asked for it

private:
    class Life;
    std::shared_ptr<Life> life_;
};

/// Whether the library of this platform is there, below dev.skilldeck/ of `root`, and what module.json says; `manifest`
/// is tree_manifest() of that folder. Errors: native_no_platform, native_outside, native_file_missing,
/// module_library_link, native_not_a_library, native_digest_differs.
[[nodiscard]] Result<> check_native_library(const FileReader& files, const NativeModule& module, const Path& root,
                                            std::string_view manifest);

/// What stands between an origin and running native code, whatever was approved; nothing when an approval is enough.
/// native_not_trusted where trust in the workspace is missing, native_not_allowed where nothing helps.
[[nodiscard]] std::optional<Error> refuse_origin(const Origin& origin, std::string_view plugin_id, const Path& module);

/// Whether this module may be opened now: `not_loaded` when it may, else `not_approved` or `failed` with the reason.
/// Opens nothing; reads every file below dev.skilldeck/. [any thread]
[[nodiscard]] NativeStatus judge_native_approval(const FileReader& files, const TrustStore& trust,
                                                 const LibraryJudge& judge, const NativePlace& place);

}  // namespace skilldeck
