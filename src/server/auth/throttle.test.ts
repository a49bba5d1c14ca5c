import { beforeEach, describe, expect, test } from 'vitest';
import { instant, later } from '../../domain/units.ts';
import { createThrottle, THROTTLE } from './throttle.ts';
import type { Throttle } from './throttle.ts';

let now = instant(0);
let throttle: Throttle;
const pass = (ms: number) => { now = later(now, ms); };
const fail = (login: string, address: string, times: number) => { for (let i = 0; i < times; i += 1) throttle.failed(login, address); };

beforeEach(() => {
  now = instant(1_000_000);
  throttle = createThrottle(() => now);
});

describe('signing in', () => {
  test('a few typos cost nothing, then each doubles the wait, up to a minute', () => {
    fail('buyer1', 'a', 9);
    expect(throttle.waitOf('buyer1', 'a')).toBe(0);
    fail('buyer1', 'a', 1);
    expect(throttle.waitOf('buyer1', 'a')).toBe(1000);
    pass(1000);
    expect(throttle.waitOf('buyer1', 'a')).toBe(0);
    fail('buyer1', 'a', 1);
    expect(throttle.waitOf('buyer1', 'a')).toBe(2000);
    fail('buyer1', 'a', 20);
    expect(throttle.waitOf('buyer1', 'a')).toBe(THROTTLE.longestWaitMs);
  });

  test('success, or ten minutes of rest, forgets the failures', () => {
    fail('buyer1', 'a', 12);
    throttle.succeeded('buyer1', 'a');
    expect(throttle.waitOf('buyer1', 'a')).toBe(0);
    fail('buyer1', 'a', 12);
    pass(THROTTLE.forgetMs);
    fail('buyer1', 'a', 1);
    expect(throttle.waitOf('buyer1', 'a')).toBe(0);
  });

  test('writing an account differently does not start a new count', () => {
    fail('Buyer1', 'a', 10);
    expect(throttle.waitOf('bUYER1', 'a')).toBe(1000);
  });

  test('one address that tries many accounts runs out, and its allowance grows back', () => {
    for (let i = 0; i < THROTTLE.ofAddress.most; i += 1) throttle.failed(`account${i}`, 'a');
    expect(throttle.waitOf('another', 'a')).toBe(10_000);
    expect(throttle.waitOf('another', 'b')).toBe(0);
    pass(10_000);
    expect(throttle.waitOf('another', 'a')).toBe(0);
  });

  test('many addresses that try one account run out, but its owner does not where he signed in before', () => {
    throttle.succeeded('buyer1', 'home');
    for (let i = 0; i < THROTTLE.ofAccount.most; i += 1) throttle.failed('buyer1', `bot${i}`);
    expect(throttle.waitOf('buyer1', 'another bot')).toBe(10_000);
    expect(throttle.waitOf('buyer1', 'home')).toBe(0);
    expect(throttle.waitOf('buyer2', 'another bot')).toBe(0);
  });
});
