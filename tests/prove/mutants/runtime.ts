/** Copied beside the instrumented sources. The mutant that is on comes from the environment; 0: none. */
const on = Number(process.env['MUTANT'] ?? 0);

const operators: Record<string, (a: never, b: never) => unknown> = {
  '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
  '===': (a, b) => a === b, '!==': (a, b) => a !== b, '==': (a, b) => a === b, '!=': (a, b) => a !== b,
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b, '**': (a, b) => a ** b,
};

function apply(operator: string, a: unknown, b: unknown): unknown {
  const f = operators[operator];
  if (!f) throw new Error(`no operator ${operator}`);
  return f(a as never, b as never);
}

export const $ = {
  on: (id: number): boolean => id === on,
  op: (ids: number[], operator: string, others: string[], a: unknown, b: unknown): unknown => {
    const at = on === 0 ? -1 : ids.indexOf(on);
    return apply(at < 0 ? operator : (others[at] ?? operator), a, b);
  },
  logic: (id: number, operator: string, a: unknown, b: () => unknown): unknown => {
    if (operator === '??') return id === on ? a : (a ?? b());
    return (operator === '&&') === (id !== on) ? a && b() : a || b();
  },
  not: (id: number, a: unknown): unknown => (id === on ? Boolean(a) : !a),
  test: (yes: number, no: number, a: unknown): unknown => (on === yes ? true : on === no ? false : a),
  lit: (id: number, a: unknown, b: unknown): unknown => (id === on ? b : a),
};
