import { useEffect, useState } from 'react'

/**
 * For a press that a form refuses: once the message is drawn, the focus goes to the first field that has one. Called with
 * the pressed button or the form.
 */
export function useRefused(): (pressed: Element) => void {
  const [refused, refuse] = useState<{ readonly pressed: Element } | null>(null)
  useEffect(() => {
    refused?.pressed
      .closest('dialog, form')
      ?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
      ?.focus()
  }, [refused])
  return (pressed) => refuse({ pressed })
}
