ALTER TABLE "sale_order" ADD COLUMN "cancelled" text;--> statement-breakpoint
ALTER TABLE "sale_order" ADD COLUMN "log_seq" integer DEFAULT 0 NOT NULL;