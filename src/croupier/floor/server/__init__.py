"""The server: sign-in, tables, feeds, inquiry, rules and odds over HTTP and WebSocket, and the pages themselves."""
