CREATE TABLE "contract_payment" (
	"contract_id" text NOT NULL,
	"seq" integer NOT NULL,
	"claim" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"day" text NOT NULL,
	"reference" text NOT NULL,
	"corrects" integer,
	"account_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contract_payment_contract_id_seq_pk" PRIMARY KEY("contract_id","seq")
);
--> statement-breakpoint
ALTER TABLE "trade_contract" ADD COLUMN "payment_terms" jsonb;--> statement-breakpoint
ALTER TABLE "trade_contract" ADD COLUMN "remind_on" text DEFAULT '1970-01-01';--> statement-breakpoint
ALTER TABLE "contract_payment" ADD CONSTRAINT "contract_payment_contract_id_trade_contract_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."trade_contract"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trade_contract_remind" ON "trade_contract" USING btree ("remind_on") WHERE remind_on IS NOT NULL;