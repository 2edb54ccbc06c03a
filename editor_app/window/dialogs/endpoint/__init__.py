"""What is asked before something is sent to an endpoint."""
