CREATE SEQUENCE "public"."contract_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "contract_act" (
	"contract_id" text NOT NULL,
	"seq" integer NOT NULL,
	"act" text NOT NULL,
	"by" text NOT NULL,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"reason" text,
	"mark" jsonb,
	"evidence" jsonb,
	CONSTRAINT "contract_act_contract_id_seq_pk" PRIMARY KEY("contract_id","seq")
);
--> statement-breakpoint
CREATE TABLE "contract_version" (
	"contract_id" text NOT NULL,
	"version" integer NOT NULL,
	"content" json NOT NULL,
	"hash" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "contract_version_contract_id_version_pk" PRIMARY KEY("contract_id","version")
);
--> statement-breakpoint
CREATE TABLE "trade_contract" (
	"id" text PRIMARY KEY NOT NULL,
	"contract_no" text NOT NULL,
	"buyer_company_id" text NOT NULL,
	"seller_company_id" text NOT NULL,
	"status" integer NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"lot_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trade_contract_no" UNIQUE("contract_no")
);
--> statement-breakpoint
ALTER TABLE "sale_order" ADD COLUMN "contract_id" text;--> statement-breakpoint
ALTER TABLE "contract_act" ADD CONSTRAINT "contract_act_contract_id_trade_contract_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."trade_contract"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_version" ADD CONSTRAINT "contract_version_contract_id_trade_contract_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."trade_contract"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trade_contract_buyer" ON "trade_contract" USING btree ("buyer_company_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "trade_contract_buyer_status" ON "trade_contract" USING btree ("buyer_company_id","status","changed_at","id");--> statement-breakpoint
CREATE INDEX "trade_contract_seller" ON "trade_contract" USING btree ("seller_company_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "trade_contract_seller_status" ON "trade_contract" USING btree ("seller_company_id","status","changed_at","id");--> statement-breakpoint
CREATE INDEX "trade_contract_status" ON "trade_contract" USING btree ("status","changed_at","id");--> statement-breakpoint
CREATE INDEX "trade_contract_changed" ON "trade_contract" USING btree ("changed_at","id");--> statement-breakpoint
CREATE INDEX "sale_order_buyer" ON "sale_order" USING btree ("company_id","at","lot_id");--> statement-breakpoint
CREATE INDEX "sale_order_seller" ON "sale_order" USING btree ("seller_company_id","at","lot_id");--> statement-breakpoint
CREATE INDEX "sale_order_contract" ON "sale_order" USING btree ("contract_id");