"""The blocks panel: the tree of a system message's blocks, which are sent, and which win contests."""
