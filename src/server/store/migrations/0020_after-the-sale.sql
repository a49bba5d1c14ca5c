CREATE TABLE "bank_confirmation" (
	"account_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_device" (
	"account_id" text NOT NULL,
	"device" text NOT NULL,
	"locale" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_device_account_id_device_pk" PRIMARY KEY("account_id","device")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"facts" jsonb NOT NULL,
	"names" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"mail_at" timestamp (3) with time zone,
	"mail_id" text,
	"push_at" timestamp (3) with time zone,
	CONSTRAINT "notification_once" UNIQUE("account_id","kind","cause")
);
--> statement-breakpoint
CREATE TABLE "notification_setting" (
	"account_id" text PRIMARY KEY NOT NULL,
	"locale" text,
	"off" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" integer DEFAULT 1320,
	"quiet_to" integer DEFAULT 420,
	"quiet_zone" text DEFAULT 'Asia/Shanghai' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_delivery" (
	"notification_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"answered" integer,
	CONSTRAINT "push_delivery_notification_id_subscription_id_pk" PRIMARY KEY("notification_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "push_key" (
	"public_key" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"token" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscription_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sign_in_device_last" ON "sign_in_device" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "notification_account" ON "notification" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("account_id") WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX "notification_mail" ON "notification" USING btree ("mail_at") WHERE mail_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_push" ON "notification" USING btree ("push_at") WHERE push_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_delivery_due" ON "push_delivery" USING btree ("next_attempt_at") WHERE next_attempt_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "push_subscription_account" ON "push_subscription" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "push_subscription_token" ON "push_subscription" USING btree ("token");