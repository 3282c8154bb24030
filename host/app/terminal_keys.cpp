// SPDX-License-Identifier: Apache-2.0
#include "app/terminal_keys.hpp"

#include "os/standard_streams.hpp"

#include <utility>
#include <vector>

namespace skilldeck {

namespace {

/// After this long without a byte, Escape was the key and not the start of a sequence.
constexpr std::chrono::milliseconds kEscapeWait{50};

void add(std::vector<Key> more, std::deque<Key>& keys) {
    for (auto& key : more) keys.push_back(std::move(key));
}

}  // namespace

std::optional<Key> TerminalKeys::take() {
    if (keys_.empty()) return std::nullopt;
    auto key = std::move(keys_.front());
    keys_.pop_front();
    return key;
}

TerminalKeys::Waited TerminalKeys::wait(std::optional<std::chrono::milliseconds> longest) {
    auto& reactor = world_.reactor;
    const auto cancelled = world_.stop_signals.token();
    const bool begun = reader_.waiting();
    if (begun) longest = kEscapeWait;
    bool ready = false, waited = false;
    const auto watch = reactor.when_readable(kStandardInput, [&ready] { ready = true; });
    std::optional<Reactor::Id> timer;
    if (longest) timer = reactor.after(*longest, [&waited] { waited = true; });
    reactor.run_until([&] { return ready || waited || cancelled.cancelled(); });
    reactor.cancel(watch);
    if (timer) reactor.cancel(*timer);
    if (cancelled.cancelled()) return take_signal();
    if (!ready) {
        add(reader_.flush(), keys_);
        return begun ? Waited::keys : Waited::long_enough;
    }
    const auto bytes = read_some(kStandardInput);
    if (!bytes || bytes->empty()) return Waited::ended;
    add(reader_.feed(*bytes), keys_);
    return Waited::keys;
}

TerminalKeys::Waited TerminalKeys::take_signal() {
    if (world_.stop_signals.ending()) return Waited::ended;
    world_.stop_signals.begin_work();
    keys_ = {Key{KeyKind::control, {}, 'c'}};
    return Waited::keys;
}

}  // namespace skilldeck
