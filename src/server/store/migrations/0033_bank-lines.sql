CREATE TABLE "bank_line" (
	"direction" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"day" text NOT NULL,
	"reference" text NOT NULL,
	"nth" integer NOT NULL,
	"account" text NOT NULL,
	"entry" text NOT NULL,
	"another" text NOT NULL,
	"timeline_id" text,
	"company_id" text,
	"contract_id" text,
	"seq" integer NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone,
	CONSTRAINT "bank_line_direction_currency_amount_day_reference_nth_pk" PRIMARY KEY("direction","currency","amount","day","reference","nth")
);
--> statement-breakpoint
ALTER TABLE "session_deposit" ADD COLUMN "corrects" integer;--> statement-breakpoint
ALTER TABLE "contract_payment" ADD COLUMN "paid_currency" text;--> statement-breakpoint
ALTER TABLE "contract_payment" ADD COLUMN "paid_amount" bigint;--> statement-breakpoint
ALTER TABLE "contract_payment" ADD COLUMN "rate" bigint;--> statement-breakpoint
CREATE INDEX "bank_line_deposit" ON "bank_line" USING btree ("timeline_id","company_id","seq") WHERE timeline_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_line_payment" ON "bank_line" USING btree ("contract_id","seq") WHERE contract_id IS NOT NULL;