ALTER TABLE "session_event" ADD COLUMN "lot_id" text;--> statement-breakpoint
UPDATE "session_event" SET "lot_id" = payload ->> 'lot' WHERE type IN ('bid', 'bid.voided');--> statement-breakpoint
CREATE INDEX "session_event_lot" ON "session_event" USING btree ("timeline_id","lot_id","type","seq") WHERE "session_event"."lot_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "session_event_round" ON "session_event" USING btree ("timeline_id","seq") WHERE "session_event"."type" = 'round.opened';