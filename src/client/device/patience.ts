/** `otherwise` for work that fails, or that takes longer than `ms`: a database may hang for ever. */
export const within = <T, F>(ms: number, work: Promise<T>, otherwise: F): Promise<T | F> =>
  Promise.race([work.catch(() => otherwise), new Promise<F>((resolve) => setTimeout(resolve, ms, otherwise))])
