ALTER TABLE "audit" ADD COLUMN "repeated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lot_import" ADD COLUMN "begun" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sent_form" ADD COLUMN "hash" text;--> statement-breakpoint
CREATE FUNCTION audit_forget_refused(older_than timestamptz) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone bigint;
BEGIN
  IF older_than > now() - interval '90 days' THEN RAISE EXCEPTION 'refused acts are kept for 90 days'; END IF;
  PERFORM set_config('timber.audit_forget', 'on', true);
  DELETE FROM audit WHERE audit.at < older_than AND audit.outcome = 'refused' AND audit.actor_as IN ('visitor', 'user');
  GET DIAGNOSTICS gone = ROW_COUNT;
  PERFORM set_config('timber.audit_forget', '', true);
  RETURN gone;
END $$;
--> statement-breakpoint
CREATE FUNCTION practice_forget(ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE practised text[];
BEGIN
  SELECT coalesce(array_agg(t.id), '{}') INTO practised
  FROM timeline t JOIN schedule s ON s.id = t.schedule_id JOIN session_head h ON h.timeline_id = t.id
  WHERE t.id = ANY (ids) AND s.practice AND h.phase = 5;
  DELETE FROM session_event WHERE timeline_id = ANY (practised);
  DELETE FROM verdict WHERE timeline_id = ANY (practised);
END $$;
