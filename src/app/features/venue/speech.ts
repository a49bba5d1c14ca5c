/** Characters that a screen reader is reckoned to say in a second. */
const CHARACTERS_PER_SECOND = 15
/** A Chinese character is a syllable, which takes as long as three letters. */
const HAN = /\p{Script=Han}/gu
const HAN_COUNTS = 3

/** How long a screen reader is reckoned to speak a text, ms. */
export function spokenMs(text: string): number {
  const han = text.match(HAN)?.length ?? 0
  return Math.round(((text.length + han * (HAN_COUNTS - 1)) / CHARACTERS_PER_SECOND) * 1000)
}
