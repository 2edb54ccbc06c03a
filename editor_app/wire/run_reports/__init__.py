"""Runs as Markdown, for people."""

from editor_app.wire.run_reports.report import ReportedRun, run_report

__all__ = ["ReportedRun", "run_report"]
