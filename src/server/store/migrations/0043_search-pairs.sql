-- Of an index: its body names nothing but built-in functions, since an index is kept with an empty search path. Its cost
-- keeps the planner from computing it row by row where the index has the answer.
CREATE FUNCTION search_pairs(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 AS $$
  SELECT coalesce(array_agg(DISTINCT substr(w.plain, i, 2)), '{}')
  FROM (SELECT lower(translate(normalize(words, NFKC), '‐‑‒–—―−', '-------')) AS plain) AS w, generate_series(1, length(w.plain) - 1) AS i
$$;
