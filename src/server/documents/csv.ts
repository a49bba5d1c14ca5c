/** A cell that begins like a formula is quoted as text, since names of people and devices may hold anything. */
export const quoted = (text: string): string =>
  `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
