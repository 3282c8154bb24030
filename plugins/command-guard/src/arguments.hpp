// SPDX-License-Identifier: Apache-2.0
// Splits the arguments of a command into options and operands the way getopt does. Pure, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scope.hpp"

namespace command_guard {

/// Which options of a command take a value, and whether options end at the first operand.
struct OptionSyntax {
    std::string_view short_with_value;
    std::vector<std::string_view> long_with_value;
    enum class Order { mixed, options_first } order = Order::mixed;
};

class Arguments {
public:
    Arguments(const std::vector<Text>& argv, std::size_t start, const OptionSyntax& syntax);

    [[nodiscard]] bool has(char option) const { return letters_.find(option) != std::string::npos; }
    /// A long option, also where it is abbreviated to at least three letters.
    [[nodiscard]] bool has(std::string_view option) const;
    [[nodiscard]] bool has_any(std::string_view letters) const {
        return letters_.find_first_of(letters) != std::string::npos;
    }
    /// The values of an option, by its letter or its long name, abbreviated too.
    [[nodiscard]] std::vector<Text> values(std::string_view option) const;
    [[nodiscard]] const std::vector<Text>& operands() const { return operands_; }
    /// Where the first operand stands in argv; argv.size() where there is none.
    [[nodiscard]] std::size_t first_operand() const { return first_operand_; }

private:
    std::size_t read_letters(const std::vector<Text>& argv, std::size_t at, std::string_view with_value);
    std::size_t read_long(const std::vector<Text>& argv, std::size_t at, const OptionSyntax& syntax);

    struct Value {
        std::string option;
        Text value;
    };
    std::string letters_;
    std::vector<std::string> long_options_;
    std::vector<Value> values_;
    std::vector<Text> operands_;
    std::size_t first_operand_;
};

}  // namespace command_guard
