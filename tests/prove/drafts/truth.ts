/** Keys younger than this may be lost at a kill. */
const YOUNG_MS = 600

export type Fields = Readonly<Record<string, string>>

/** One field, typed into in one tab without a break. */
interface Claim {
  readonly field: string
  readonly base: string
  /** The text found in the field and typed over: it is valid again if none of these keys had to survive. */
  readonly parent: Claim | null
  /** The field's value after each key. */
  readonly keys: { readonly at: number; readonly value: string }[]
}

export interface Found {
  /** The form that was opened again. */
  readonly shown: Fields
  /** The stored drafts, one of each tab that typed independently. */
  readonly kept: readonly Fields[]
  /** A notice offers the other draft. */
  readonly offered: boolean
  /** Of tabs that still live. */
  readonly living: readonly Fields[]
}

/** The input of one person into one form that must survive. */
export class Truth {
  #claims: Claim[] = []

  /** Typing begins in a field that shows `base`. Returns the recorder of each key. */
  begins(field: string, base: string): (at: number, value: string) => void {
    const parent = this.#claims.find((claim) => claim.field === field && last(claim) === base) ?? null
    const claim: Claim = { field, base, parent, keys: [] }
    this.#claims = [...this.#claims.filter((other) => other !== parent), claim]
    return (at, value) => void claim.keys.push({ at, value })
  }

  /**
   * A tab, or the whole browser, ended at `goneAt`. Returns the missing input; found input counts as typed long ago.
   */
  judge(goneAt: number, { shown, kept, offered, living }: Found): readonly string[] {
    const missing: string[] = []
    this.#claims = this.#claims.flatMap((claim) => {
      const { field } = claim
      if (living.some((fields) => fields[field] === last(claim))) return [claim]
      const right = rightly(claim, goneAt)
      const found = [shown, ...(offered ? kept : [])]
        .map((fields) => fields[field] ?? '')
        .find((value) => right.includes(value))
      if (found !== undefined) return found === root(claim) ? [] : [settled(field, found)]
      missing.push(
        `${field}: ${right.join(' or ')}; not ${shown[field]}, ${offered ? 'offered' : 'kept'}: ${kept.map((fields) => fields[field]).join(', ')}`,
      )
      return []
    })
    return missing
  }

  /** The person chose a version: input that is gone counts as discarded if the choice concerned it. */
  chose(about: (field: string, value: string) => boolean, left: readonly Fields[]): void {
    this.#claims = this.#claims.filter(
      (claim) => left.some((fields) => fields[claim.field] === last(claim)) || !about(claim.field, last(claim)),
    )
  }

  /** Everything that was typed, to look for it where it must not be. */
  get values(): readonly string[] {
    return this.#claims.map(last)
  }
}

const last = ({ keys, base }: Claim): string => keys.at(-1)?.value ?? base
const root = ({ parent, base }: Claim): string => (parent ? root(parent) : base)
const settled = (field: string, value: string): Claim => ({
  field,
  base: '',
  parent: null,
  keys: [{ at: -Infinity, value }],
})

/** Permitted values of the field: the last one that is old enough, or a newer one. */
function rightly({ keys, parent, base }: Claim, goneAt: number): readonly string[] {
  const old = keys.findLastIndex(({ at }) => goneAt - at > YOUNG_MS)
  if (old >= 0) return keys.slice(old).map(({ value }) => value)
  return [...keys.map(({ value }) => value), ...(parent ? rightly(parent, goneAt) : [base])]
}
