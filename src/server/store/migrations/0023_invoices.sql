CREATE TABLE "invoice_request" (
	"id" text PRIMARY KEY NOT NULL,
	"contract_id" text NOT NULL,
	"seq" integer NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"addressee" jsonb NOT NULL,
	"payer_company_id" text NOT NULL,
	"issuer_company_id" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"number" text,
	"day" text,
	"reason" text,
	CONSTRAINT "invoice_request_seq" UNIQUE("contract_id","seq"),
	CONSTRAINT "invoice_request_number" UNIQUE("issuer_company_id","number")
);
--> statement-breakpoint
ALTER TABLE "invoice_request" ADD CONSTRAINT "invoice_request_contract_id_trade_contract_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."trade_contract"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_request_payer" ON "invoice_request" USING btree ("payer_company_id","at");