import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, earliest, formatMilli, formatMinor, instant, later, latest, milli, minor, parseMilli, parseMinor } from './units.ts';

describe('money', () => {
  test('an amount is price × quantity, rounded half up once', () => {
    expect(amountOf(minor(218_000), milli(32_450))).toBe(7_074_100);
    expect(amountOf(minor(1), milli(500))).toBe(1);
    expect(amountOf(minor(1), milli(499))).toBe(0);
    expect(amountOf(minor(3), milli(500))).toBe(2);
  });

  test('an amount beyond 2^53 thousandths is still exact', () => {
    expect(amountOf(minor(9_007_199_254), milli(900_000_001))).toBe(8_106_479_337_607_199);
  });

  test('decimals are read strictly: no sign, no exponent, no leading zero, no third place', () => {
    expect(parseMinor('2180')).toBe(218_000);
    expect(parseMinor('2180.5')).toBe(218_050);
    expect(parseMinor('0.05')).toBe(5);
    for (const bad of ['', '-1', '+1', '1e3', '01', '1.', '.5', '1.234', ' 1', '1 ', '1,000', 'NaN', '12345678901234']) expect(parseMinor(bad)).toBeNull();
    expect(parseMilli('32.450')).toBe(32_450);
    expect(parseMilli('32.4501')).toBeNull();
  });

  test('a decimal too large for a safe integer is refused, not rounded', () => {
    expect(parseMilli('9007199254740.991')).toBe(9_007_199_254_740_991);
    expect(parseMilli('9007199254740.992')).toBeNull();
  });

  test('what is written is read back', () => {
    fc.assert(fc.property(fc.nat(10 ** 12), (n) => {
      expect(parseMinor(formatMinor(minor(n)))).toBe(n);
      expect(parseMilli(formatMilli(milli(n)))).toBe(n);
    }));
    expect(formatMinor(minor(-5))).toBe('-0.05');
    expect(formatMinor(minor(0))).toBe('0.00');
    expect(formatMilli(milli(7))).toBe('0.007');
  });

  test('a fraction of a minor unit is an error, not a price', () => {
    expect(() => minor(0.5)).toThrow(RangeError);
    expect(() => milli(Number.NaN)).toThrow(RangeError);
    expect(() => instant(2 ** 53)).toThrow('instant');
  });
});

describe('time', () => {
  test('later, latest and earliest', () => {
    expect(later(instant(1_000), 500)).toBe(1_500);
    expect(latest(instant(1), instant(2))).toBe(2);
    expect(latest(instant(2), instant(1))).toBe(2);
    expect(earliest(instant(1), instant(2))).toBe(1);
    expect(earliest(instant(2), instant(1))).toBe(1);
  });
});
