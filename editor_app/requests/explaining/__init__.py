"""Why each character of a body’s text is there."""

from editor_app.requests.explaining.body_reasons import BodyReason, BodyReasons, explain_body

__all__ = ["BodyReason", "BodyReasons", "explain_body"]
