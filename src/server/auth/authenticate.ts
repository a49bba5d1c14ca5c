import { CODE } from '../../contract/codes.ts';
import type { AnyReason } from '../../contract/codes.ts';
import type { Token } from '../../contract/call.ts';
import type { Instant } from '../../domain/units.ts';
import { fail } from '../http/answer.ts';
import type { Failure } from '../http/answer.ts';
import type { Rooms } from '../ports.ts';
import { bearerOf } from './bearer.ts';
import type { Caller } from './caller.ts';
import { isOutlived } from './lives.ts';
import type { Found, Tokens } from './tokens.ts';

/** What a call asks of the caller's token. */
export interface Asks {
  readonly token: Token;
  /** For calls without a token: a good one makes a difference. */
  readonly bearer?: 'honoured';
  /** A token that has ended will do: signing out twice is no error. */
  readonly ended?: 'honoured';
}

/** Who calls, `null` for nobody in particular, or why his token will not do. */
export type Authenticate = (header: string | undefined, asks: Asks, at: Instant) => Promise<Caller | Failure | null>;

export function authenticateWith(tokens: Pick<Tokens, 'find'>, rooms: Pick<Rooms, 'state'>): Authenticate {
  async function check(header: string | undefined, asks: Asks, at: Instant): Promise<Caller | Failure> {
    const bearer = bearerOf(header);
    if (bearer.kind === 'none') return unauthorised('auth.token_missing');
    const found = bearer.kind === 'token' ? await tokens.find(bearer.token) : null;
    if (!found || (found.ended && asks.ended !== 'honoured')) return unauthorised('auth.token_invalid');
    if (found.kind === 'ticket' || !isOfKind(found.kind, asks.token)) return unauthorised('auth.wrong_token_kind');
    if (asks.ended !== 'honoured' && (await isOver(found, at))) return unauthorised('auth.token_expired');
    return callerOf(found);
  }

  async function isOver(found: Found, at: Instant): Promise<boolean> {
    if (found.expiresAt <= at) return true;
    return found.kind === 'venue' && isOutlived(found.createdAt, await rooms.state(found.timelineId), at);
  }

  return async (header, asks, at) => {
    if (asks.token !== 'none') return check(header, asks, at);
    if (asks.bearer !== 'honoured') return null;
    const who = await check(header, { ...asks, token: 'either' }, at);
    // Whoever may read without a token may read with a bad one too.
    return who.kind === 'failed' ? null : who;
  };
}

const isOfKind = (kind: 'seller' | 'venue', asked: Token): boolean => asked === 'either' || asked === kind;
const unauthorised = (reason: AnyReason): Failure => fail(CODE.unauthorised, reason);

function callerOf(found: Exclude<Found, { kind: 'ticket' }>): Caller {
  const { person, hash: token } = found;
  if (found.kind === 'seller') return { kind: 'seller', person, token };
  const { timelineId, standpoint, createdAt } = found;
  return { kind: 'venue', person, token, timelineId, standpoint, createdAt };
}
