ALTER TABLE "session_head" ADD COLUMN "projected_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "session_head" SET "projected_seq" = "seq" WHERE "phase" = 5 AND "alive_at" < now() - interval '1 day';
