interface KeyPress {
  readonly key?: string
  readonly keyCode: number
  readonly nativeEvent: { readonly isComposing: boolean }
}

/**
 * True of a key that an input method takes, such as the Enter that ends a composition: it neither chooses nor sends.
 * Safari ends the composition before that Enter and marks the key by its code 229 alone.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyPress): boolean => nativeEvent.isComposing || keyCode === 229

/** `onKeyDown` of a text field in a form: the Enter that ends a composition does not send the form. */
export function keepComposing(event: KeyPress & { readonly preventDefault: () => void }): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
