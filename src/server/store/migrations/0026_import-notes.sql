ALTER TABLE "lot_import" ADD COLUMN "asked" jsonb;--> statement-breakpoint
ALTER TABLE "lot_import" ADD COLUMN "found" jsonb;