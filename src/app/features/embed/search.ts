import { OUTSIDE, type Outside } from '../../lib/outside.ts'

interface FrameSearch {
  readonly src?: string
}
export const frameSearch = ({ src }: Record<string, unknown>): FrameSearch => (typeof src === 'string' ? { src } : {})

interface AwaySearch {
  readonly to?: Outside
}
export function awaySearch({ to }: Record<string, unknown>): AwaySearch {
  const known = OUTSIDE.find((name) => name === to)
  return known ? { to: known } : {}
}
