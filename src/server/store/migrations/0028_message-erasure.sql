-- The serving role changes no row of a log. This function alone takes the texts of one person's messages, with their
-- salts, out of the openings of sealed sales; entries and hashes stay. Saved states that hold the texts go with them.
CREATE FUNCTION message_erase(person text) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE spoken text[];
BEGIN
  -- reviewed: rows: the body of a function, which the step does not run
  WITH erased AS (
    UPDATE session_event e SET openings = (e.openings::jsonb - 'text')::json
    FROM session_head h
    WHERE e.timeline_id = h.timeline_id AND h.phase = 5 AND e.type = 'message' AND e.openings->'account'->>'value' = person
    RETURNING e.timeline_id
  )
  SELECT coalesce(array_agg(DISTINCT timeline_id), '{}') INTO spoken FROM erased;
  -- reviewed: rows: the body of a function, which the step does not run
  DELETE FROM session_snapshot WHERE timeline_id = ANY (spoken);
  RETURN QUERY SELECT unnest(spoken);
END $$;
