ALTER TABLE "notification" ADD COLUMN "sms_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "sms_id" text;--> statement-breakpoint
ALTER TABLE "notification_setting" ADD COLUMN "sms" text[] DEFAULT '{}' NOT NULL;