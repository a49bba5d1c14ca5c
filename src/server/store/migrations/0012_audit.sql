CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"request_id" text NOT NULL,
	"act" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"actor_id" text,
	"actor_login" text,
	"actor_name" text,
	"actor_as" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"subject_name" jsonb,
	"timeline_id" text,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"asked" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"once" text
);
--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_act" ON "audit" USING btree ("act","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_timeline" ON "audit" USING btree ("timeline_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "audit_once" ON "audit" USING btree ("once");--> statement-breakpoint
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('timber.audit_forget', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit trail is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();--> statement-breakpoint
CREATE FUNCTION audit_forget(older_than timestamptz) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone bigint;
BEGIN
  IF older_than > now() - interval '3 years' THEN RAISE EXCEPTION 'the audit trail is kept for three years'; END IF;
  PERFORM set_config('timber.audit_forget', 'on', true);
  DELETE FROM audit WHERE audit.at < older_than;
  GET DIAGNOSTICS gone = ROW_COUNT;
  PERFORM set_config('timber.audit_forget', '', true);
  RETURN gone;
END $$;
