"""The only room with input and output: store, server, feed, automatic dealer and sign-in."""
