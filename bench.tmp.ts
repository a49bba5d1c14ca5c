import { decide, isRefusal } from './src/domain/decide.ts';
import { initial } from './src/domain/evolve.ts';
import { by, lotAt, publication, standing, NOON, START_TIME } from './src/domain/testing/world.ts';
import { nextWakeAt } from './src/domain/decide/wake.ts';
import { instant, later, minor } from './src/domain/units.ts';
let state = initial('s','e');
const go = (g: any, now: any) => { const d = decide(state, g, now); if (isRefusal(d)) throw new Error(JSON.stringify([g,d])); state = d.state; };
go(by('room', NOON, publication({ lots: Array.from({length:60},(_, i)=>lotAt(i+1)) })), NOON);
for (let i=1;i<=200;i++) go(by('room', NOON, {type:'admit', standing: standing('c'+i)}), NOON);
go(by('host', START_TIME, {type:'start', lots:null, biddingSeconds: 86400}), START_TIME);
let t = START_TIME as number;
for (const n of [1000, 10000, 100000, 100000]) {
  const t0 = performance.now();
  for (let i=0;i<n;i++) { t+=0; const lot='lot-'+(1+i%60); const l = state.lots[lot]!; const price = minor((l.leading?.price ?? l.startPrice - l.addRange)+l.addRange); go(by('bidder:'+(1+(i+Math.floor(i/60))%200), instant(t), {type:'bid', lot, price, notAfter: instant(t+10000)}), instant(t)); }
  console.log(n, ((performance.now()-t0)*1000/n).toFixed(2), 'µs per bid');
}
let t0=performance.now(); for (let i=0;i<10000;i++) nextWakeAt(state); console.log('nextWakeAt', (performance.now()-t0)/10, 'µs');
t0=performance.now(); const ls = Object.fromEntries(Array.from({length:200},(_, i)=>[i+1, instant(t)])); for (let i=0;i<1000;i++) go(by('room', instant(t), {type:'tick', lastSeen: ls}), instant(t)); console.log('tick', (performance.now()-t0), 'µs');
