CREATE TABLE "deposit_objection" (
	"timeline_id" text NOT NULL,
	"company_id" text NOT NULL,
	"hold" integer NOT NULL,
	"text" text NOT NULL,
	"account_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answer_reason" text DEFAULT '' NOT NULL,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "deposit_objection_timeline_id_company_id_hold_pk" PRIMARY KEY("timeline_id","company_id","hold")
);
--> statement-breakpoint
ALTER TABLE "session_deposit" ADD COLUMN "rule" text;--> statement-breakpoint
ALTER TABLE "session_deposit" ADD COLUMN "hold" integer;