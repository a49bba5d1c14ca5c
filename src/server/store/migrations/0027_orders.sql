CREATE TABLE "cancelled_order" (
	"lot_id" text NOT NULL,
	"seq" integer NOT NULL,
	"timeline_id" text NOT NULL,
	"bidding_number" integer NOT NULL,
	"company_id" text NOT NULL,
	"seller_company_id" text NOT NULL,
	"currency" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"cancelled" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cancelled_order_lot_id_seq_pk" PRIMARY KEY("lot_id","seq")
);
--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "rules_hash" text;--> statement-breakpoint
CREATE INDEX "cancelled_order_buyer" ON "cancelled_order" USING btree ("company_id","at","lot_id");--> statement-breakpoint
CREATE INDEX "cancelled_order_seller" ON "cancelled_order" USING btree ("seller_company_id","at","lot_id");--> statement-breakpoint
INSERT INTO "cancelled_order"
SELECT o."lot_id", s."seq", o."timeline_id", (s."payload"->>'number')::integer, r."company_id", o."seller_company_id", o."currency",
	(s."payload"->>'price')::bigint, (s."payload"->>'quantity')::bigint, (s."payload"->>'amount')::bigint, c."payload"->>'reason', s."at"
FROM "session_event" c
JOIN "sale_order" o ON o."lot_id" = c."payload"->>'lot' AND o."timeline_id" = c."timeline_id" AND o."seq" > c."seq"
JOIN LATERAL (
	SELECT e."seq", e."payload", e."at" FROM "session_event" e
	WHERE e."timeline_id" = c."timeline_id" AND e."type" = 'lot.sold' AND e."seq" < c."seq" AND e."payload"->>'lot' = o."lot_id"
	ORDER BY e."seq" DESC LIMIT 1
) s ON true
JOIN "registration" r ON r."timeline_id" = c."timeline_id" AND r."bidding_number" = (s."payload"->>'number')::integer
WHERE c."type" = 'deal.cancelled'
ON CONFLICT DO NOTHING;
