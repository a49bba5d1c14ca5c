CREATE TABLE "bank_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" text NOT NULL,
	"place" integer NOT NULL,
	"identity" text NOT NULL,
	"entry" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"day" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"refusal" text,
	"guess" jsonb,
	"short" bigint,
	"timeline_id" text,
	"company_id" text,
	"contract_id" text,
	"seq" integer,
	"by_hand" boolean DEFAULT false NOT NULL,
	"reverses" text,
	"decided_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	CONSTRAINT "bank_entry_identity_unique" UNIQUE("identity")
);
--> statement-breakpoint
CREATE TABLE "bank_file" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"read_by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposit_reference" (
	"timeline_id" text NOT NULL,
	"company_id" text NOT NULL,
	"reference" text NOT NULL,
	CONSTRAINT "deposit_reference_timeline_id_company_id_pk" PRIMARY KEY("timeline_id","company_id"),
	CONSTRAINT "deposit_reference_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "bank_line" ADD COLUMN "names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_file_id_bank_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_entry_state" ON "bank_entry" USING btree ("state","day","id");--> statement-breakpoint
CREATE INDEX "bank_entry_file" ON "bank_entry" USING btree ("file_id","place");--> statement-breakpoint
CREATE INDEX "bank_entry_alike" ON "bank_entry" USING btree ("currency","amount","state");