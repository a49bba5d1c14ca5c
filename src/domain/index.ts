export * from './commands.ts';
export * from './evolve.ts';
export * from './events.ts';
export * from './reasons.ts';
export * from './rule.ts';
export * from './state.ts';
export * from './units.ts';
