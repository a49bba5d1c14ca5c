CREATE UNLOGGED TABLE "allowance" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "guess" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_way" (
	"login" text NOT NULL,
	"way" text NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "known_way_login_way_pk" PRIMARY KEY("login","way")
);
--> statement-breakpoint
ALTER TABLE "verification_code" ADD COLUMN "known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "allowance_full" ON "allowance" USING btree ("full_at");--> statement-breakpoint
CREATE INDEX "guess_last" ON "guess" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "known_way_way" ON "known_way" USING btree ("way");--> statement-breakpoint
CREATE INDEX "known_way_seen" ON "known_way" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "verification_code_created" ON "verification_code" USING btree ("created_at");