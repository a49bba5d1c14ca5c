CREATE TABLE "admission_pin" (
	"timeline_id" text NOT NULL,
	"company_id" text NOT NULL,
	"pin_hash" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "admission_pin_timeline_id_company_id_pk" PRIMARY KEY("timeline_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "deposit" (
	"company_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"factor" integer NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "deposit_company_id_currency_pk" PRIMARY KEY("company_id","currency")
);
