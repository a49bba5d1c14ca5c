export * from './gaps.ts';
export { texts } from './messages.ts';
export { reasonTexts } from './reasons.ts';
export * from './forms.ts';
export * from './menu.ts';
