DROP INDEX "lot_species";--> statement-breakpoint
CREATE INDEX "lot_origin" ON "lot" USING btree ("timeline_id","origin","position");--> statement-breakpoint
CREATE INDEX "lot_grade" ON "lot" USING btree ("timeline_id","grade","position");--> statement-breakpoint
CREATE INDEX "lot_trade_area" ON "lot" USING btree ("timeline_id","trade_area","position");--> statement-breakpoint
CREATE INDEX "lot_seller" ON "lot" USING btree ("timeline_id","seller_company_id");--> statement-breakpoint
CREATE INDEX "lot_species" ON "lot" USING btree ("timeline_id","species","position");