"""Runs as Markdown, for people."""

from editor_app.wire.run_reports.report import ReportedRun, report_lines, run_report

__all__ = ["ReportedRun", "report_lines", "run_report"]
