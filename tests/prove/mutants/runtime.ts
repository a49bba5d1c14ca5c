/** Copied beside the instrumented sources, which call it as `$`; the judge sets which mutant is on. */
export const MOST = 100_000

export interface Switch {
  /** 0: none. */
  on: number
  /** By id: whether it was executed. */
  readonly reached: Uint8Array
  /** A mutant may make a loop endless: then its test fails for want of this. */
  fuel: number
}

export const state: Switch = {
  on: Number(process.env['MUTANT'] ?? 0),
  reached: new Uint8Array(MOST),
  fuel: Number.MAX_SAFE_INTEGER,
}

function at(id: number): boolean {
  state.reached[id] = 1
  if (--state.fuel < 0) throw new Error('it goes on for ever')
  return id === state.on
}

type N = never
/** Numbers, bigints, and any other operands; the sources were type-checked before. */
type Operator = (first: number, second: number, a: N, b: N) => unknown
const one =
  (operator: (a: N, b: N) => unknown, other: (a: N, b: N) => unknown): Operator =>
  (first, _second, a, b) =>
    at(first) ? other(a, b) : operator(a, b)

export const $ = {
  on: at,
  lt: (first: number, second: number, a: N, b: N): boolean => (at(first) ? a <= b : at(second) ? a >= b : a < b),
  le: (first: number, second: number, a: N, b: N): boolean => (at(first) ? a < b : at(second) ? a > b : a <= b),
  gt: (first: number, second: number, a: N, b: N): boolean => (at(first) ? a >= b : at(second) ? a <= b : a > b),
  ge: (first: number, second: number, a: N, b: N): boolean => (at(first) ? a > b : at(second) ? a < b : a >= b),
  is: (first: number, _second: number, a: unknown, b: unknown): boolean => (at(first) ? a !== b : a === b),
  isNot: (first: number, _second: number, a: unknown, b: unknown): boolean => (at(first) ? a === b : a !== b),
  plus: one(
    (a, b) => a + b,
    (a, b) => a - b,
  ),
  minus: one(
    (a, b) => a - b,
    (a, b) => a + b,
  ),
  times: one(
    (a, b) => a * b,
    (a, b) => a / b,
  ),
  over: one(
    (a, b) => a / b,
    (a, b) => a * b,
  ),
  rest: one(
    (a, b) => a % b,
    (a, b) => a * b,
  ),
  power: one(
    (a, b) => a ** b,
    (a, b) => a * b,
  ),
  and: (id: number, a: unknown, b: () => unknown): unknown => (at(id) ? a || b() : a && b()),
  or: (id: number, a: unknown, b: () => unknown): unknown => (at(id) ? a && b() : a || b()),
  else: (id: number, a: unknown, b: () => unknown): unknown => (at(id) ? a : (a ?? b())),
  not: (id: number, a: unknown): unknown => (at(id) ? Boolean(a) : !a),
  test: (yes: number, no: number, a: unknown): unknown => (at(yes) ? true : at(no) ? false : a),
  lit: (id: number, a: unknown, b: unknown): unknown => (at(id) ? b : a),
}
