"""The endpoints by what they are about, and all of them in one table.

An endpoint is a row of `ENDPOINTS` (`table.py`): method, path, the fields it takes and the function that
answers. The OpenAPI document is made from that table and the shapes in `http_api/openapi.py`; each answer in
the tests is validated against it. No function here reads a body.
"""
