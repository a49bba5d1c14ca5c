import type { Rooms } from '../ports.ts';
import type { LiveTokens } from '../socket/ports.ts';
import { viewerOf } from './caller.ts';
import { isOutlived, secondsUntil, VENUE_TOKEN_MS, venueTokenEnd } from './lives.ts';
import type { Tokens } from './tokens.ts';

/** Venue tokens on the live connection: looked at when it opens and now and then after, given longer while their session goes on. */
export const liveTokens = (tokens: Pick<Tokens, 'find' | 'renew'>, rooms: Pick<Rooms, 'state'>): LiveTokens => ({
  async holderOf(secret, at) {
    const found = await tokens.find(secret);
    if (!found || found.ended) return { reason: 'auth.token_invalid' };
    if (found.kind !== 'venue') return { reason: 'auth.wrong_token_kind' };
    const { timelineId, createdAt, person } = found;
    if (found.expiresAt <= at || isOutlived(createdAt, await rooms.state(timelineId), at)) return { reason: 'auth.token_expired' };
    return { account: person.id, timelineId, viewer: viewerOf(found), loginTime: createdAt };
  },

  async renew(secret, at) {
    const found = await tokens.find(secret);
    if (found?.kind !== 'venue' || found.ended || found.expiresAt - at > VENUE_TOKEN_MS / 2) return null;
    const state = await rooms.state(found.timelineId);
    // Of a finished session a token lives to its end and no longer.
    if (state?.phase === 5) return null;
    const end = venueTokenEnd(state, at);
    await tokens.renew(found.hash, end);
    return { access_token: secret, expires_in: secondsUntil(end, at) };
  },
});
