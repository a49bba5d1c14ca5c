import type { LotId, SessionState } from '../../../domain/state.ts';
import { isReader, mayReadCatalogue } from '../../auth/standing.ts';
import type { Caller, Person } from '../../auth/caller.ts';
import type { Clock, Rooms } from '../../ports.ts';
import { findLot, lotsOf } from '../../store/lots.ts';
import type { LotRow } from '../../store/lots.ts';
import type { Db } from '../../store/open.ts';
import { findSession } from '../../store/schedules.ts';
import type { SessionOfSchedule } from '../../store/schedules.ts';
import { allTerms } from '../../store/terms.ts';
import type { Terms } from '../../store/terms.ts';
import { forbid, missing, refuse } from '../answer.ts';
import type { Failure } from '../answer.ts';
import { cached } from './cached.ts';
import { rootOf } from './lot.ts';
import type { Standing } from './lot.ts';

/** Catalogues hardly change once published, and a sale's room reads the same one a thousand times. */
const LOTS_KEPT_MS = 10_000;
const TERMS_KEPT_MS = 60_000;
const SESSIONS_KEPT = 16;

export interface Opened {
  readonly kind: 'opened';
  readonly session: SessionOfSchedule;
  readonly state: SessionState | null;
}

export interface Catalogue {
  terms(): Promise<Terms>;
  /** The session's catalogue, if the caller may read it. */
  open(caller: Caller, timelineId: string): Promise<Opened | Failure>;
  /** In catalogue order, each with where it stands; children of partial deals after their parent. */
  lots(opened: Opened): Promise<readonly Standing[]>;
  /** One lot, if the caller may read its catalogue. */
  find(caller: Caller, lotId: LotId): Promise<(Opened & { readonly standing: Standing }) | Failure>;
}

export function openCatalogue(db: Db, rooms: Pick<Rooms, 'state'>, clock: Clock): Catalogue {
  const now = () => clock.now();
  const terms = cached((_all: null) => allTerms(db), TERMS_KEPT_MS, 1, now);
  const rowsOf = cached(async (timelineId: string) => {
    const rows = await lotsOf(db, timelineId);
    return { rows, byId: new Map(rows.map((row) => [row.id, row])) };
  }, LOTS_KEPT_MS, SESSIONS_KEPT, now);

  /** Before the publication the log names no sellers; the catalogue does. */
  async function sellsIn(timelineId: string, { companyId, status }: Person): Promise<boolean> {
    return companyId !== null && status !== 0 && (await rowsOf(timelineId)).rows.some((row) => row.sellerCompanyId === companyId);
  }

  async function open(caller: Caller, timelineId: string): Promise<Opened | Failure> {
    if (caller.kind === 'venue' && caller.timelineId !== timelineId) return forbid('auth.wrong_session');
    const session = await findSession(db, timelineId);
    if (!session) return missing('session.not_found');
    const state = await rooms.state(timelineId);
    // Whoever has a venue token was let in.
    if (caller.kind === 'venue' || (!isPublished(state) && (await sellsIn(timelineId, caller.person)))) return { kind: 'opened', session, state };
    return unreadable(caller.person, session, state) ?? { kind: 'opened', session, state };
  }

  return {
    terms: () => terms(null),
    open,
    async lots({ session, state }) {
      const { rows, byId } = await rowsOf(session.timeline.id);
      if (!isPublished(state)) return rows.map((row) => ({ row, lot: null }));
      return state.lotOrder.flatMap((id) => standingOf(state, id, byId.get(rootOf(state, id)) ?? null) ?? []);
    },
    async find(caller, lotId) {
      const row = await findRoot(db, lotId);
      if (!row) return missing();
      const opened = await open(caller, row.timelineId);
      if (opened.kind === 'failed') return opened;
      const { state } = opened;
      if (!isPublished(state)) return row.id === lotId ? { ...opened, standing: { row, lot: null } } : missing();
      const standing = standingOf(state, lotId, row);
      return standing ? { ...opened, standing } : missing();
    },
  };
}

const isPublished = (state: SessionState | null): state is SessionState => state !== null && state.phase !== 1;

function standingOf(state: SessionState, id: LotId, row: LotRow | null): Standing | null {
  const lot = Object.hasOwn(state.lots, id) ? state.lots[id] : undefined;
  return lot && row ? { row, lot } : null;
}

/** A child is named after its parent: `lot.1`. */
async function findRoot(db: Db, id: LotId): Promise<LotRow | null> {
  const found = await findLot(db, id);
  const parent = /^(.+)\.[1-9]\d*$/.exec(id)?.[1];
  return found ?? (parent === undefined ? null : findRoot(db, parent));
}

function unreadable(person: Person, { schedule, timeline }: SessionOfSchedule, state: SessionState | null): Failure | null {
  const facts = { id: timeline.id, practice: schedule.practice, hostAccountId: timeline.hostAccountId };
  if (mayReadCatalogue(person, facts, state)) return null;
  if (person.status === 0) return forbid('auth.account_suspended');
  // Certified people are told to wait for the publication, others what they lack.
  return isReader(person, schedule.practice) ? refuse('session.not_started') : forbid('catalogue.not_certified');
}
