CREATE TABLE "statement_line" (
	"company_id" text NOT NULL,
	"day" text NOT NULL,
	"contract_no" text NOT NULL,
	"seq" integer NOT NULL,
	"account" text NOT NULL,
	"contract_id" text NOT NULL,
	"currency" text NOT NULL,
	"other_company_id" text,
	"kind" text NOT NULL,
	"claim" text,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "statement_line_company_id_day_contract_no_seq_account_pk" PRIMARY KEY("company_id","day","contract_no","seq","account")
);
--> statement-breakpoint
CREATE TABLE "statement_month" (
	"company_id" text NOT NULL,
	"month" text NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"charged" bigint NOT NULL,
	"received" bigint NOT NULL,
	"returned" bigint NOT NULL,
	"lines" integer NOT NULL,
	CONSTRAINT "statement_month_company_id_month_account_currency_pk" PRIMARY KEY("company_id","month","account","currency")
);
--> statement-breakpoint
CREATE INDEX "statement_line_contract" ON "statement_line" USING btree ("contract_id");--> statement-breakpoint
-- Sm1 … Sm4: the lines of a contract, for each of its companies, as its deals and payments are now. Terms that are missing
-- are DEFAULT_PAYMENT_TERMS.
CREATE FUNCTION statement_lines_of(contract text) RETURNS SETOF statement_line LANGUAGE sql STABLE AS $$
  WITH own AS (
    SELECT c.id, c.contract_no, c.currency, c.status, c.changed_at, c.buyer_company_id, c.seller_company_id,
      coalesce((c.payment_terms ->> 'commissionRate')::bigint, 0) AS rate,
      coalesce(c.payment_terms ->> 'commissionBy', 'seller') AS commission_by
    FROM trade_contract c WHERE c.id = contract
  ), complete AS (
    SELECT to_char(o.changed_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day, o.rate, sum(d.amount)::bigint AS amount
    FROM own o JOIN sale_order d ON d.contract_id = o.id AND d.cancelled IS NULL
    WHERE o.status = 3
    GROUP BY o.changed_at, o.rate
  ), line AS (
    SELECT day, 0 AS seq, 'charge' AS kind, NULL AS claim, '' AS reference, amount FROM complete
    UNION ALL
    SELECT day, 0, 'charge', 'commission', '', (amount * rate + 5000) / 10000 FROM complete
    UNION ALL
    SELECT p.day, p.seq, p.kind, p.claim, p.reference, coalesce((
      SELECT k.amount FROM contract_payment k
      WHERE k.contract_id = p.contract_id AND k.kind = 'correction' AND k.corrects = p.seq
      ORDER BY k.seq DESC LIMIT 1
    ), p.amount)
    FROM contract_payment p WHERE p.contract_id = contract AND p.kind <> 'correction'
  )
  SELECT s.company_id, l.day, o.contract_no, l.seq,
    CASE WHEN l.claim = 'commission' THEN 'commission' WHEN s.side = 'buyer' THEN 'bought' ELSE 'sold' END,
    o.id, o.currency, CASE WHEN l.claim = 'commission' THEN NULL ELSE s.other END, l.kind, l.claim, l.reference, l.amount
  FROM own o
  CROSS JOIN LATERAL (VALUES
    ('buyer', o.buyer_company_id, o.seller_company_id),
    ('seller', o.seller_company_id, o.buyer_company_id)
  ) AS s (side, company_id, other)
  JOIN line l ON l.claim IS DISTINCT FROM 'commission' OR o.commission_by = s.side
  WHERE l.amount > 0 AND (s.side = 'buyer' OR s.company_id <> s.other)
$$;--> statement-breakpoint
-- Makes the kept lines of a contract those of now, and adds to the months what that changes. Once it has the contract's
-- lock it sees all that others have committed; who writes to the contract meanwhile waits here before its own commit.
CREATE FUNCTION statement_refresh(contract text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE done text := contract || ' ' || pg_current_xact_id() || ' ' || statement_timestamp();
BEGIN
  -- Once at a commit, however many rows of the contract it changed: the first time sees all of them.
  IF current_setting('timber.statement_done', true) = done THEN RETURN; END IF;
  PERFORM set_config('timber.statement_done', done, true);
  PERFORM pg_advisory_xact_lock_shared(8007003);
  PERFORM pg_advisory_xact_lock(hashtextextended('statement ' || contract, 0));
  IF NOT EXISTS (SELECT FROM trade_contract WHERE id = contract AND status = 3)
    AND NOT EXISTS (SELECT FROM contract_payment WHERE contract_id = contract)
    AND NOT EXISTS (SELECT FROM statement_line WHERE contract_id = contract) THEN RETURN; END IF;
  -- In the order of the key, so that two contracts of the same companies do not wait for each other in a circle.
  INSERT INTO statement_month AS m (company_id, month, account, currency, charged, received, returned, lines)
  SELECT d.company_id, left(d.day, 7) AS month, d.account, d.currency,
    coalesce(sum(n * amount) FILTER (WHERE kind = 'charge'), 0),
    coalesce(sum(n * amount) FILTER (WHERE kind = 'received'), 0),
    coalesce(sum(n * amount) FILTER (WHERE kind = 'returned'), 0),
    sum(n)
  FROM (
    SELECT 1 AS n, l.* FROM statement_lines_of(contract) l
    UNION ALL
    SELECT -1, k.* FROM statement_line k WHERE k.contract_id = contract
  ) d
  GROUP BY 1, 2, 3, 4
  HAVING sum(n) <> 0
    OR sum(n * amount) FILTER (WHERE kind = 'charge') <> 0
    OR sum(n * amount) FILTER (WHERE kind = 'received') <> 0
    OR sum(n * amount) FILTER (WHERE kind = 'returned') <> 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (company_id, month, account, currency) DO UPDATE SET
    charged = m.charged + excluded.charged,
    received = m.received + excluded.received,
    returned = m.returned + excluded.returned,
    lines = m.lines + excluded.lines;
  DELETE FROM statement_line k
  WHERE k.contract_id = contract AND NOT EXISTS (SELECT FROM statement_lines_of(contract) l WHERE l = k);
  INSERT INTO statement_line SELECT * FROM statement_lines_of(contract) ON CONFLICT DO NOTHING;
END $$;--> statement-breakpoint
-- Makes all lines and months anew. Transactions that change a complete contract or a payment wait until it is done.
CREATE FUNCTION statement_rebuild() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(8007003);
  DELETE FROM statement_line;
  DELETE FROM statement_month;
  INSERT INTO statement_line SELECT l.* FROM trade_contract c CROSS JOIN LATERAL statement_lines_of(c.id) l;
  INSERT INTO statement_month (company_id, month, account, currency, charged, received, returned, lines)
  SELECT company_id, left(day, 7), account, currency,
    coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0),
    coalesce(sum(amount) FILTER (WHERE kind = 'received'), 0),
    coalesce(sum(amount) FILTER (WHERE kind = 'returned'), 0),
    count(*)
  FROM statement_line
  GROUP BY 1, 2, 3, 4;
END $$;--> statement-breakpoint
-- As the owner: a node of the previous release writes payments before its role is granted the new tables.
CREATE FUNCTION statement_of_contract() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM statement_refresh(coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION statement_of_part() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.contract_id IS NOT NULL THEN PERFORM statement_refresh(OLD.contract_id); END IF;
  IF NEW.contract_id IS NOT NULL AND NEW.contract_id IS DISTINCT FROM OLD.contract_id
    THEN PERFORM statement_refresh(NEW.contract_id); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The triggers are deferred: a transaction takes the locks above last of all, when it waits for no row any more. While
-- `timber.statements` is `later`, who writes rows calls `statement_rebuild` itself (a restore).
-- reviewed: tighten: refuses nothing; it runs as the owner in the transactions of both releases, and is made in a moment
CREATE CONSTRAINT TRIGGER statement_contract_made AFTER INSERT OR DELETE ON "trade_contract" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_setting('timber.statements', true) IS DISTINCT FROM 'later') EXECUTE FUNCTION statement_of_contract();--> statement-breakpoint
-- reviewed: tighten: refuses nothing; it runs as the owner in the transactions of both releases, and is made in a moment
CREATE CONSTRAINT TRIGGER statement_contract_changed AFTER UPDATE ON "trade_contract" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status, OLD.changed_at, OLD.contract_no, OLD.currency, OLD.buyer_company_id, OLD.seller_company_id, OLD.payment_terms)
    IS DISTINCT FROM (NEW.status, NEW.changed_at, NEW.contract_no, NEW.currency, NEW.buyer_company_id, NEW.seller_company_id, NEW.payment_terms)
    AND current_setting('timber.statements', true) IS DISTINCT FROM 'later') EXECUTE FUNCTION statement_of_contract();--> statement-breakpoint
-- reviewed: tighten: refuses nothing; it runs as the owner in the transactions of both releases, and is made in a moment
CREATE CONSTRAINT TRIGGER statement_deal_made AFTER INSERT ON "sale_order" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.contract_id IS NOT NULL AND current_setting('timber.statements', true) IS DISTINCT FROM 'later')
  EXECUTE FUNCTION statement_of_part();--> statement-breakpoint
-- reviewed: tighten: refuses nothing; it runs as the owner in the transactions of both releases, and is made in a moment
CREATE CONSTRAINT TRIGGER statement_deal_changed AFTER UPDATE ON "sale_order" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.contract_id, OLD.amount, OLD.cancelled IS NULL) IS DISTINCT FROM (NEW.contract_id, NEW.amount, NEW.cancelled IS NULL)
    AND current_setting('timber.statements', true) IS DISTINCT FROM 'later') EXECUTE FUNCTION statement_of_part();--> statement-breakpoint
-- reviewed: tighten: refuses nothing; it runs as the owner in the transactions of both releases, and is made in a moment
CREATE CONSTRAINT TRIGGER statement_deal_gone AFTER DELETE ON "sale_order" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.contract_id IS NOT NULL) EXECUTE FUNCTION statement_of_part();--> statement-breakpoint
-- reviewed: tighten: refuses nothing; it runs as the owner in the transactions of both releases, and is made in a moment
CREATE CONSTRAINT TRIGGER statement_payment AFTER INSERT OR UPDATE OR DELETE ON "contract_payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_setting('timber.statements', true) IS DISTINCT FROM 'later') EXECUTE FUNCTION statement_of_part();
