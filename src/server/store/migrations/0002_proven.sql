ALTER TABLE "account" DROP CONSTRAINT "account_login_unique";--> statement-breakpoint
DROP INDEX "account_phone";--> statement-breakpoint
DROP INDEX "account_email";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "phone_proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "email_proven_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "account_login" ON "account" USING btree (lower("login"));--> statement-breakpoint
CREATE INDEX "outbox_secret" ON "outbox" USING btree ("secret_until") WHERE body <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "account_phone" ON "account" USING btree ("phone") WHERE phone_proven_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree ("email") WHERE email_proven_at is not null;