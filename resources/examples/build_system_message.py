"""A system message put together in Python; run it to see the YAML it is."""

from editor_app import (
    ConditionBuilder,
    ContentBuilder,
    InstructionBlockBuilder,
    ScopeBuilder,
    SystemMessageBuilder,
    write_system_message,
)

content = ContentBuilder.plain("Formatting rules for outputs.").build()

link_content = ContentBuilder.markdown(
    "Use link formatting rules for file references and KaTeX for equations."
).build()

scope = ScopeBuilder.create().with_modes("Ralph-Subagent").with_tools("read_file", "apply_patch").build()

condition = ConditionBuilder.create("whenUserAsksForName", {}).build()

formatting_child = (
    InstructionBlockBuilder.create("formatting-link-1", "formatting")
    .with_priority(60)
    .with_content(link_content)
    .build()
)

formatting_block = (
    InstructionBlockBuilder.create("formatting-1", "formatting")
    .with_priority(60)
    .with_content(content)
    .with_scope(scope)
    .with_children(formatting_child)
    .build()
)

system_message = (
    SystemMessageBuilder.create("sys-001", "2026-01-28")
    .with_role("system")
    .with_created_at("2026-01-28T09:00:00Z")
    .with_updated_at("2026-01-28T09:00:00Z")
    .with_priority_model(
        ["safety", "identity", "mode", "tooling", "editing", "formatting", "project", "advisory"]
    )
    .add_block(
        InstructionBlockBuilder.create("identity-1", "identity")
        .with_priority(90)
        .with_content(ContentBuilder.plain("When asked for your name, respond with GitHub Copilot.").build())
        .with_condition(condition)
        .build()
    )
    .add_block(formatting_block)
    .build()
)

if __name__ == "__main__":
    print(write_system_message(system_message), end="")
