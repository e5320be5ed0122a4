"""The server around the pages: middleware, warm start."""
