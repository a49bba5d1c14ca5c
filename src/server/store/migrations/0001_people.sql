CREATE TABLE "captcha" (
	"id" text PRIMARY KEY NOT NULL,
	"text_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "certification" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"form" jsonb NOT NULL,
	"company_name" text NOT NULL,
	"credit_code" text NOT NULL,
	"file_id" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_agreement" (
	"company_id" text NOT NULL,
	"version" integer NOT NULL,
	"text_zh" text NOT NULL,
	"text_en" text NOT NULL,
	"hash" text NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"signed_at" timestamp (3) with time zone,
	"signed_by" text,
	"evidence" jsonb,
	CONSTRAINT "service_agreement_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
CREATE TABLE "verification_code" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "account_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "position" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "preferred_contact" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "profile_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "status_before" integer;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "credit_code" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "form" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "certification" ADD CONSTRAINT "certification_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification" ADD CONSTRAINT "certification_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification" ADD CONSTRAINT "certification_reviewed_by_account_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_agreement" ADD CONSTRAINT "service_agreement_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_agreement" ADD CONSTRAINT "service_agreement_signed_by_account_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting" ADD CONSTRAINT "setting_changed_by_account_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certification_pending" ON "certification" USING btree ("account_id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "certification_state" ON "certification" USING btree ("state","submitted_at");--> statement-breakpoint
CREATE INDEX "certification_file" ON "certification" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_owner" ON "file" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "verification_code_target" ON "verification_code" USING btree ("target","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_phone" ON "account" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree ("email");--> statement-breakpoint
CREATE INDEX "account_company" ON "account" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_credit_code_unique" UNIQUE("credit_code");