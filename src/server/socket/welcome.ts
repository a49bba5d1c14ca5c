import type { Viewer } from '../../domain/redact.ts';
import type { SessionState } from '../../domain/state.ts';
import type { Instant } from '../../domain/units.ts';
import type { Placed } from '../room/position.ts';
import { Bundle } from './bundle.ts';
import { Frame } from './frame.ts';
import { stateJson, timeJson } from './wire.ts';

const head = ({ epoch, seq }: SessionState, now: Instant) => `{"sendType":"2","epoch":${JSON.stringify(epoch)},"seq":${seq},"now":${timeJson(now)}`;

/** Only what was missed, up to where everyone else is. */
export const recoveredWelcome = (missed: readonly Placed[], state: SessionState, viewer: Viewer, now: Instant): Frame =>
  new Frame(`${head(state, now)},"recovered":true,"events":${new Bundle(missed.map(({ event }) => event), state).json(viewer)}}`);

/** Snapshots, the one for the audience kept as long as it is true: many come at once when doors open. */
export class Snapshots {
  #of: SessionState | null = null;
  #json = '';

  welcome(state: SessionState, viewer: Viewer, now: Instant): Frame {
    return new Frame(`${head(state, now)},"recovered":false,"snapshot":${viewer.identity === 'audience' ? this.#audience(state) : stateJson(state, viewer)}}`);
  }

  #audience(state: SessionState): string {
    if (this.#of !== state) {
      this.#json = stateJson(state, { identity: 'audience' });
      this.#of = state;
    }
    return this.#json;
  }
}
