ALTER TABLE "company" DROP CONSTRAINT "company_credit_code_unique";--> statement-breakpoint
ALTER TABLE "certification" ADD COLUMN "company_id" text;--> statement-breakpoint
ALTER TABLE "certification" ADD CONSTRAINT "certification_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_credit_code" UNIQUE("country","credit_code");