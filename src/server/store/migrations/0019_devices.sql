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
ALTER TABLE "token" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sign_in_device_last" ON "sign_in_device" USING btree ("last_at");