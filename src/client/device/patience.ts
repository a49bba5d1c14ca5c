/** `fallback` for work that fails or takes longer than `ms`: a database may hang for ever. */
export const within = <T, F>(ms: number, work: Promise<T>, fallback: F): Promise<T | F> =>
  Promise.race([work.catch(() => fallback), new Promise<F>((resolve) => setTimeout(resolve, ms, fallback))])
