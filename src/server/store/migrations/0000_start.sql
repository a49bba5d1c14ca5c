CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"appellation_name" text,
	"phone" text,
	"email" text,
	"company_id" text,
	"status" integer NOT NULL,
	"roles" text[] NOT NULL,
	"permissions" text[] NOT NULL,
	"robot" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_login_unique" UNIQUE("login")
);
--> statement-breakpoint
CREATE TABLE "attention" (
	"account_id" text NOT NULL,
	"lot_id" text NOT NULL,
	CONSTRAINT "attention_account_id_lot_id_pk" PRIMARY KEY("account_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" text PRIMARY KEY NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"country" text NOT NULL,
	"legal_person" text,
	"bank_account" text,
	"agreement_status" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lot" (
	"id" text PRIMARY KEY NOT NULL,
	"timeline_id" text NOT NULL,
	"position" integer NOT NULL,
	"seller_company_id" text NOT NULL,
	"seller_code" text NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"species" text NOT NULL,
	"origin" text NOT NULL,
	"grade" text NOT NULL,
	"category" text NOT NULL,
	"trade_area" text NOT NULL,
	"trade_clause" text NOT NULL,
	"trade_mode" text NOT NULL,
	"departure_port" text NOT NULL,
	"arrival_port" text NOT NULL,
	"delivery_place" text NOT NULL,
	"payment_terms" text NOT NULL,
	"length" text NOT NULL,
	"thickness" text,
	"diameter" text,
	"width" text,
	"humidity" text NOT NULL,
	"pieces" integer,
	"supplementary_zh" text NOT NULL,
	"supplementary_en" text NOT NULL,
	"currency" text NOT NULL,
	"unit" text NOT NULL,
	"quantity" bigint NOT NULL,
	"start_price" bigint NOT NULL,
	"add_range" bigint NOT NULL,
	"reserve" bigint,
	"delivery_date" date NOT NULL,
	"pictures" text[] NOT NULL,
	"placeholder" text,
	CONSTRAINT "lot_position" UNIQUE("timeline_id","position")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"timeline_id" text NOT NULL,
	"node_id" text NOT NULL,
	"bidding_number" integer NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "presence_timeline_id_node_id_bidding_number_pk" PRIMARY KEY("timeline_id","node_id","bidding_number")
);
--> statement-breakpoint
CREATE TABLE "registration" (
	"timeline_id" text NOT NULL,
	"company_id" text NOT NULL,
	"account_id" text NOT NULL,
	"bidding_number" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registration_timeline_id_company_id_pk" PRIMARY KEY("timeline_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "sale_order" (
	"lot_id" text PRIMARY KEY NOT NULL,
	"timeline_id" text NOT NULL,
	"seq" integer NOT NULL,
	"bidding_number" integer NOT NULL,
	"company_id" text NOT NULL,
	"seller_company_id" text NOT NULL,
	"currency" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"on_hold" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule" (
	"id" text PRIMARY KEY NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text NOT NULL,
	"venue_zh" text NOT NULL,
	"venue_en" text NOT NULL,
	"practice" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_event" (
	"timeline_id" text NOT NULL,
	"seq" integer NOT NULL,
	"epoch" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"payload" json NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"openings" json,
	CONSTRAINT "session_event_timeline_id_seq_pk" PRIMARY KEY("timeline_id","seq")
);
--> statement-breakpoint
CREATE TABLE "session_head" (
	"timeline_id" text PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL,
	"alive_at" timestamp (3) with time zone,
	"phase" integer DEFAULT 1 NOT NULL,
	"stage" text DEFAULT 'preparation' NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"unsold" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_snapshot" (
	"timeline_id" text PRIMARY KEY NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL,
	"state" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "term" (
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"zh" text NOT NULL,
	"en" text NOT NULL,
	CONSTRAINT "term_kind_code_pk" PRIMARY KEY("kind","code")
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"sign_up_deadline" timestamp (3) with time zone NOT NULL,
	"rule" jsonb NOT NULL,
	"host_account_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lot_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text NOT NULL,
	"parent" text,
	"timeline_id" text,
	"identity_type" integer,
	"bidding_number" integer,
	"seller_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "verdict" (
	"account_id" text NOT NULL,
	"bid_key" text NOT NULL,
	"timeline_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"body" json NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verdict_account_id_bid_key_pk" PRIMARY KEY("account_id","bid_key")
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention" ADD CONSTRAINT "attention_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention" ADD CONSTRAINT "attention_lot_id_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_timeline_id_timeline_id_fk" FOREIGN KEY ("timeline_id") REFERENCES "public"."timeline"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_seller_company_id_company_id_fk" FOREIGN KEY ("seller_company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_timeline_id_timeline_id_fk" FOREIGN KEY ("timeline_id") REFERENCES "public"."timeline"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_head" ADD CONSTRAINT "session_head_timeline_id_timeline_id_fk" FOREIGN KEY ("timeline_id") REFERENCES "public"."timeline"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_snapshot" ADD CONSTRAINT "session_snapshot_timeline_id_timeline_id_fk" FOREIGN KEY ("timeline_id") REFERENCES "public"."timeline"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_host_account_id_account_id_fk" FOREIGN KEY ("host_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token" ADD CONSTRAINT "token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_species" ON "lot" USING btree ("timeline_id","species");--> statement-breakpoint
CREATE INDEX "lot_price" ON "lot" USING btree ("timeline_id","start_price","position");--> statement-breakpoint
CREATE INDEX "lot_quantity" ON "lot" USING btree ("timeline_id","quantity","position");--> statement-breakpoint
CREATE INDEX "lot_pictures" ON "lot" USING gin ("pictures");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "registration_company" ON "registration" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "timeline_schedule" ON "timeline" USING btree ("schedule_id");--> statement-breakpoint
CREATE INDEX "token_account" ON "token" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "token_parent" ON "token" USING btree ("parent");