CREATE TABLE "sent_form" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"result" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_form_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE INDEX "sent_form_sent" ON "sent_form" USING btree ("sent_at");