CREATE INDEX CONCURRENTLY "lot_species_outcome" ON "lot" USING btree ("timeline_id","species","position","outcome");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lot_origin_outcome" ON "lot" USING btree ("timeline_id","origin","position","outcome");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lot_grade_outcome" ON "lot" USING btree ("timeline_id","grade","position","outcome");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lot_trade_area_outcome" ON "lot" USING btree ("timeline_id","trade_area","position","outcome");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lot_species";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lot_origin";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lot_grade";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lot_trade_area";
