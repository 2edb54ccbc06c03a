"""The OpenAPI document: what the API takes and answers, as data."""
