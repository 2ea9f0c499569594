"""PostgreSQL's one statement for a whole group of commits: nothing is held while a server thinks, or sleeps."""

from __future__ import annotations

CONFLICT = "CR001"
"""A stream is not where the group expects it: nothing was written."""

AHEAD = "CR002"
"""The group's time is ahead of the database's: nothing was written."""

MOST_AHEAD_MS = 2000
"""How far a server's clock may be ahead of the database's."""

CHANNEL = "croupier_head"
"""Where PostgreSQL tells the other processes of a new head position."""

# Rows are locked in one order, streams and balances by name and the head last, so that no two groups ever wait for each
# other; the head is advanced in the statement that commits, so positions have no gaps and become visible in order.
APPEND = f"""
CREATE OR REPLACE FUNCTION croupier_append(
    s_name text[], s_from bigint[], s_leaf bytea[], s_to bigint[], s_new bytea[],
    e_stream text[], e_version bigint[], e_kind text[], e_schema bigint[], e_actor text[], e_at bigint[],
    e_payload bytea[], e_command_id text[], e_command bytea[], e_digest bytea[], e_disclosures bytea[],
    c_id text[], c_actor text[], c_content bytea[], c_first bigint[], c_last bigint[],
    p_event bigint[], p_n bigint[], p_source text[], p_target text[], p_cents bigint[],
    b_account text[], b_cents bigint[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    base bigint;
    moved bigint;
    met bigint := 0;
BEGIN
    IF (SELECT max(t) FROM unnest(e_at) t) > extract(epoch FROM clock_timestamp()) * 1000 + {MOST_AHEAD_MS} THEN
        RAISE EXCEPTION 'this server''s clock is ahead of the database''s' USING ERRCODE = '{AHEAD}';
    END IF;
    PERFORM 1 FROM streams WHERE stream = ANY(s_name) ORDER BY stream FOR UPDATE;
    INSERT INTO streams
        SELECT n, t, l FROM unnest(s_name, s_from, s_to, s_new) AS s(n, f, t, l) WHERE f = 0 ORDER BY n
        ON CONFLICT (stream) DO UPDATE SET version = excluded.version, digest = excluded.digest
            WHERE streams.version = 0;
    GET DIAGNOSTICS met = ROW_COUNT;
    UPDATE streams SET version = t, digest = l
        FROM unnest(s_name, s_from, s_leaf, s_to, s_new) AS s(n, f, o, t, l)
        WHERE stream = n AND version = f AND digest = o AND f > 0;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF met + moved <> cardinality(s_name) THEN
        RAISE EXCEPTION 'a stream has moved' USING ERRCODE = '{CONFLICT}';
    END IF;
    INSERT INTO balances
        SELECT a, c FROM unnest(b_account, b_cents) AS b(a, c) ORDER BY a
        ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents;
    UPDATE head SET position = position + cardinality(e_stream), digest = e_digest[cardinality(e_digest)]
        RETURNING position - cardinality(e_stream) INTO base;
    INSERT INTO events
        SELECT base + o, s, v, k, m, a, t, p, i, c, d, x
        FROM unnest(e_stream, e_version, e_kind, e_schema, e_actor, e_at, e_payload, e_command_id, e_command, e_digest,
            e_disclosures) WITH ORDINALITY AS e(s, v, k, m, a, t, p, i, c, d, x, o);
    INSERT INTO commands
        SELECT i, a, c, base + f, base + l FROM unnest(c_id, c_actor, c_content, c_first, c_last) AS c(i, a, c, f, l);
    INSERT INTO postings
        SELECT base + e, n, s, t, c FROM unnest(p_event, p_n, p_source, p_target, p_cents) AS p(e, n, s, t, c);
    PERFORM pg_notify('{CHANNEL}', (base + cardinality(e_stream))::text);
    RETURN base;
END
$$
"""

ARGUMENTS = (
    *("text[]", "bigint[]", "bytea[]", "bigint[]", "bytea[]"),
    *("text[]", "bigint[]", "text[]", "bigint[]", "text[]", "bigint[]", "bytea[]", "text[]"),
    *("bytea[]", "bytea[]", "bytea[]"),
    *("text[]", "text[]", "bytea[]", "bigint[]", "bigint[]"),
    *("bigint[]", "bigint[]", "text[]", "text[]", "bigint[]"),
    *("text[]", "bigint[]"),
)

CALL = f"SELECT croupier_append({', '.join(f'%b::{kind}' for kind in ARGUMENTS)})"
