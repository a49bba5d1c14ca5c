import type { Viewer } from '../../domain/redact.ts';
import { viewKey } from '../../domain/redact.ts';
import { LAW } from '../../domain/rule.ts';
import type { AccountId } from '../../domain/state.ts';
import { latest } from '../../domain/units.ts';
import type { Instant } from '../../domain/units.ts';
import type { Present } from '../ports.ts';

/** Why people are shown out: all of an account, or (`signed_out`) those whose token has ended. */
export type Ending = 'signed_out' | 'suspended';

export interface Visitor {
  readonly account: AccountId;
  readonly viewer: Viewer;
  readonly loginTime: Instant;
  /** Ends the connection. */
  end(why: Ending): void;
}

interface Visit extends Visitor {
  lastSeen: Instant;
  delay: number | null;
}

/** Somebody's open connection, while it is open. */
export interface Visiting {
  seen(at: Instant, delay: number | null): void;
  leave(): void;
}

/** So many of those who left are remembered for the host. */
const LEFT_KEPT = 500;

/** Who is, and was, in one session through this node. */
export class Attendance {
  readonly #visits = new Set<Visit>();
  readonly #left = new Map<string, Present>();
  #changes = 0;

  /** Grows whenever somebody comes or goes. */
  get changes(): number {
    return this.#changes;
  }

  enter(visitor: Visitor, at: Instant): Visiting {
    const visit: Visit = { ...visitor, end: (why) => visitor.end(why), lastSeen: at, delay: null };
    this.#visits.add(visit);
    this.#left.delete(placeOf(visit));
    this.#changes += 1;
    return {
      seen: (when, delay) => {
        visit.lastSeen = latest(visit.lastSeen, when);
        if (delay !== null) visit.delay = delay;
      },
      leave: () => {
        if (this.#visits.delete(visit)) this.#remember(visit);
      },
    };
  }

  #remember(visit: Visit): void {
    this.#changes += 1;
    const place = placeOf(visit);
    // Spectators come and go; whose absence matters are those with a part in the sale.
    if (visit.viewer.identity === 'audience' || [...this.#visits].some((other) => placeOf(other) === place)) return;
    const { account, viewer, lastSeen, delay, loginTime } = visit;
    this.#left.set(place, { account, viewer, online: false, lastSeen, delay, loginTime });
    const oldest = this.#left.size > LEFT_KEPT ? this.#left.keys().next().value : undefined;
    if (oldest !== undefined) this.#left.delete(oldest);
  }

  /** One for each account and part, however many devices it has. */
  people(now: Instant): readonly Present[] {
    const people = new Map<string, Present>(this.#left);
    for (const visit of this.#visits) {
      const place = placeOf(visit);
      people.set(place, together(people.get(place), present(visit, now)));
    }
    return [...people.values()];
  }

  /** Accounts with an open connection here. */
  accounts(): ReadonlySet<AccountId> {
    return new Set([...this.#visits].map(({ account }) => account));
  }

  expel(account: AccountId, why: Ending): void {
    for (const visit of this.#visits) if (visit.account === account) visit.end(why);
  }
}

const placeOf = ({ account, viewer }: Pick<Present, 'account' | 'viewer'>): string => `${account}\n${viewKey(viewer)}`;

const present = ({ account, viewer, lastSeen, delay, loginTime }: Visit, now: Instant): Present => ({
  account, viewer, online: !isSilent(viewer, lastSeen, now), lastSeen, delay, loginTime,
});

/** Buyers answer every tick; of everyone else only the heartbeat is heard, so their open socket must do. */
const isSilent = (viewer: Viewer, lastSeen: Instant, now: Instant): boolean => viewer.identity === 'buyer' && now - lastSeen >= LAW.linkLostMs;

export function together(a: Present | undefined, b: Present): Present {
  if (a === undefined) return b;
  const newer = a.lastSeen > b.lastSeen ? a : b;
  return { ...newer, online: a.online || b.online, delay: newer.delay ?? a.delay ?? b.delay, loginTime: a.loginTime < b.loginTime ? a.loginTime : b.loginTime };
}
