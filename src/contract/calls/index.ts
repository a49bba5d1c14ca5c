export * from './account.ts';
export * from './auth.ts';
export * from './bidding.ts';
export * from './chrome.ts';
export * from './company.ts';
export * from './lots.ts';
export * from './schedule.ts';
export * from './venue.ts';
