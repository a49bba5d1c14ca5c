ALTER TABLE "upload" ADD COLUMN "received" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "pieces" text[] DEFAULT '{}' NOT NULL;