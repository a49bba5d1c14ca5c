CREATE TABLE "banner" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"title_zh" text NOT NULL,
	"title_en" text NOT NULL,
	"text_zh" text NOT NULL,
	"text_en" text NOT NULL,
	"href" text NOT NULL,
	"file_id" text,
	"shown_from" timestamp (3) with time zone NOT NULL,
	"shown_until" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_version" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" text NOT NULL,
	CONSTRAINT "content_version_kind_id_version_pk" PRIMARY KEY("kind","id","version")
);
--> statement-breakpoint
CREATE TABLE "lot_draft" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"timeline_id" text,
	"remark" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lot_import" (
	"id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"account_id" text NOT NULL,
	"file_id" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"rows_total" integer,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"rows_bad" integer DEFAULT 0 NOT NULL,
	"rows_applied" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lot_import_row" (
	"import_id" text NOT NULL,
	"row" integer NOT NULL,
	"content" jsonb,
	"problems" jsonb NOT NULL,
	CONSTRAINT "lot_import_row_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "public_picture" (
	"file_id" text PRIMARY KEY NOT NULL,
	"placeholder" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"code" text PRIMARY KEY NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"permissions" text[] NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_deposit" (
	"timeline_id" text NOT NULL,
	"company_id" text NOT NULL,
	"seq" integer NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"day" text NOT NULL,
	"reference" text NOT NULL,
	"account_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_deposit_timeline_id_company_id_seq_pk" PRIMARY KEY("timeline_id","company_id","seq")
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lot" ADD COLUMN "papers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "reserve_policy" text DEFAULT 'allowed' NOT NULL;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "deposits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "deposit_factor" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "banner_shown" ON "banner" USING btree ("shown_until","position");--> statement-breakpoint
CREATE INDEX "lot_draft_company" ON "lot_draft" USING btree ("company_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "lot_draft_timeline" ON "lot_draft" USING btree ("timeline_id","state","changed_at","id");--> statement-breakpoint
CREATE INDEX "lot_import_company" ON "lot_import" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "lot_import_state" ON "lot_import" USING btree ("state","changed_at");--> statement-breakpoint
CREATE INDEX "lot_import_row_bad" ON "lot_import_row" USING btree ("import_id","row") WHERE content IS NULL;