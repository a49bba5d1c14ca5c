import { calls } from '../../../contract/index.ts';
import { isOperator } from '../../auth/caller.ts';
import type { Caller } from '../../auth/caller.ts';
import { unwatch, watch, watchedAmong, watchedIn } from '../../store/attention.ts';
import type { Db } from '../../store/open.ts';
import { slice } from '../../store/page.ts';
import { data, done, rows } from '../answer.ts';
import { eitherToken } from '../route.ts';
import { boardRoutes } from './board.ts';
import type { Catalogue } from './catalogue.ts';
import { lotDetail, lotRow } from './lot.ts';
import type { Standing } from './lot.ts';
import { select } from './select.ts';

/** Lots as the catalogue shows them, and the watching of them. */
export const catalogueRoutes = (db: Db, catalogue: Catalogue) => ({
  ...boardRoutes(db, catalogue),

  lotList: eitherToken(calls.lotList, async ({ query, locale }, caller) => {
    const opened = await catalogue.open(caller, query.scheduleTimelineId);
    if (opened.kind === 'failed') return opened;
    const [all, terms, watched] = await Promise.all([
      catalogue.lots(opened), catalogue.terms(), watchedIn(db, caller.person.id, query.scheduleTimelineId),
    ]);
    const chosen = select(all, query, terms, query.watched === true ? watched : null);
    const { offset, limit } = slice(query);
    const page = chosen.slice(offset, offset + limit).map((standing) => lotRow(standing, locale, terms, watched.has(standing.row.id)));
    return rows(page, chosen.length);
  }),

  lotInfo: eitherToken(calls.lotInfo, async ({ params, locale }, caller) => {
    const found = await catalogue.find(caller, params.contractObjectId);
    if (found.kind === 'failed') return found;
    const { standing, session } = found;
    const [terms, watched] = await Promise.all([catalogue.terms(), watchedAmong(db, caller.person.id, [standing.row.id])]);
    return data(lotDetail(standing, locale, terms, watched.has(standing.row.id), {
      scheduleName: locale === 'zh' ? session.schedule.nameZh : session.schedule.nameEn,
      startTime: session.timeline.startTime,
      seesReserve: seesReserve(caller, standing),
    }));
  }),

  attentionAdd: eitherToken(calls.attentionAdd, async ({ body }, caller) => {
    const found = await catalogue.find(caller, body.contractObjectId);
    if (found.kind === 'failed') return found;
    // A child is watched with the lot it was cut from.
    await watch(db, caller.person.id, found.standing.row.id);
    return done;
  }),

  attentionCancel: eitherToken(calls.attentionCancel, async ({ body }, caller) => {
    const found = await catalogue.find(caller, body.contractObjectId);
    if (found.kind === 'failed') return found;
    await unwatch(db, caller.person.id, found.standing.row.id);
    return done;
  }),
});

/** Its seller and the operator alone: who else knows it could talk a bidder up to it. */
const seesReserve = ({ person }: Caller, { row }: Standing): boolean => isOperator(person) || row.sellerCompanyId === person.companyId;
