import { seeded } from '../../../src/server/seeded.ts'

export type Step =
  /** `sure`: the next thing happens once the device has it. `large`: it has to be made smaller first. */
  | { readonly do: 'pick'; readonly sure: boolean; readonly large: boolean }
  | { readonly do: 'send'; readonly sure: boolean }
  | { readonly do: 'kill the browser' }
  | { readonly do: 'kill the server' }
  | { readonly do: 'cut the link'; readonly ms: number }
  | { readonly do: 'new version' }
  | { readonly do: 'second tab' }
  | { readonly do: 'end the session' }

const FAULTS = [
  'kill the browser',
  'kill the server',
  'cut the link',
  'new version',
  'second tab',
  'end the session',
] as const

/** A picture is picked and the form sent, with faults in between; which and when follows from the seed. */
export function scheduleOf(seed: number, brief: boolean): readonly Step[] {
  const random = seeded(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const fault = (): Step => {
    const kind = FAULTS[below(FAULTS.length)] ?? 'kill the browser'
    return kind === 'cut the link' ? { do: kind, ms: 200 + below(2_000) } : { do: kind }
  }
  const faults = (most: number): Step[] => Array.from({ length: below(most + 1) }, fault)
  const pick = (): Step => ({ do: 'pick', sure: random() < 0.7, large: !brief && random() < 0.2 })
  const most = brief ? 1 : 2
  return [
    ...faults(1),
    pick(),
    ...faults(most),
    ...(random() < 0.3 ? [pick(), ...faults(1)] : []),
    { do: 'send', sure: random() < 0.6 },
    fault(),
    ...faults(most),
  ]
}
