/** A field's label, or its group's legend, for a summary far from the field. */
export function labelOf(form: ParentNode, name: string): string | null {
  const field = form.querySelector<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    `[name="${CSS.escape(name)}"]:not([type="hidden"])`,
  )
  const framed = field ?? form.querySelector(`[data-field="${CSS.escape(name)}"]`)
  if (!framed) return null
  const grouped = field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')
  const words = grouped
    ? framed.closest('fieldset')?.querySelector('legend')
    : (field?.labels?.[0] ?? framed.querySelector('legend, label'))
  return words?.textContent?.trim() || null
}
