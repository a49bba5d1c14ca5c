ALTER TABLE "lot" ADD COLUMN "outcome" text;--> statement-breakpoint
CREATE INDEX "lot_failed" ON "lot" USING btree ("timeline_id","position") WHERE outcome = 'failed';--> statement-breakpoint
CREATE INDEX "sale_order_at" ON "sale_order" USING btree ("at" DESC NULLS LAST,"lot_id");--> statement-breakpoint
UPDATE "lot" SET "outcome" = 'sold' WHERE "id" IN (SELECT "lot_id" FROM "sale_order");--> statement-breakpoint
UPDATE "lot" SET "outcome" = 'failed' WHERE "outcome" IS NULL AND "timeline_id" IN (SELECT h."timeline_id" FROM "session_head" h JOIN "timeline" t ON t."id" = h."timeline_id" JOIN "schedule" s ON s."id" = t."schedule_id" WHERE h."phase" = 5 AND NOT s."practice");
