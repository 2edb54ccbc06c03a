"""Engine values as JSON and SARIF; no other module makes JSON for output."""

from editor_app.wire.conversations import (
    adoption_document,
    compaction_document,
    construction_document,
    conversations_document,
    deleted_document,
    failed_construction_document,
    moment_to_json,
    preview_document,
    stored_document,
)
from editor_app.wire.documents import (
    CaseResult,
    ListedChat,
    ListedFile,
    ListedPrompt,
    checked_files_document,
    error_document,
    explanation_document,
    failed_render_document,
    file_change_document,
    list_document,
    render_document,
    results_document,
)
from editor_app.wire.history import history_document, version_document
from editor_app.wire.json_text import FORMAT, to_json, to_json_line
from editor_app.wire.listing import Listed, list_library
from editor_app.wire.messages import (
    assemble_document,
    export_document,
    failed_assemble_document,
    failed_export_document,
)
from editor_app.wire.problems import Problem, problem_of, problem_of_error, problems_of, problems_of_file
from editor_app.wire.requests import (
    chat_export_document,
    failed_request_document,
    import_document,
    request_document,
    text_export_document,
    vectors_document,
)
from editor_app.wire.sarif import sarif_log

__all__ = [
    "FORMAT",
    "CaseResult",
    "Listed",
    "ListedChat",
    "ListedFile",
    "ListedPrompt",
    "Problem",
    "adoption_document",
    "assemble_document",
    "chat_export_document",
    "checked_files_document",
    "compaction_document",
    "construction_document",
    "conversations_document",
    "deleted_document",
    "error_document",
    "explanation_document",
    "export_document",
    "failed_assemble_document",
    "failed_construction_document",
    "failed_export_document",
    "failed_render_document",
    "failed_request_document",
    "file_change_document",
    "history_document",
    "import_document",
    "list_document",
    "list_library",
    "moment_to_json",
    "preview_document",
    "problem_of",
    "problem_of_error",
    "problems_of",
    "problems_of_file",
    "render_document",
    "request_document",
    "results_document",
    "sarif_log",
    "stored_document",
    "text_export_document",
    "to_json",
    "to_json_line",
    "vectors_document",
    "version_document",
]
