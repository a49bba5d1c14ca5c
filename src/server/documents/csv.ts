/** A cell that begins like a formula is made text: people and devices may call themselves anything. */
export const quoted = (text: string): string =>
  `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
