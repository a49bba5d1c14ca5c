type PagerItem = number | 'gap-before' | 'gap-after'

/**
 * The numbers of a pager: always the first and the last, at most `count` in all (7; 5 below 992 px), with gaps between.
 * A gap that would hide a single page shows that page instead.
 */
export function pagerItems(page: number, pages: number, count: number): readonly PagerItem[] {
  if (pages <= count) return range(1, pages)
  const inner = count - 2
  const first = Math.min(Math.max(2, page - Math.floor(inner / 2)), pages - inner)
  const last = first + inner - 1
  return [
    1,
    ...(first > 3 ? (['gap-before'] as const) : range(2, first - 1)),
    ...range(first, last),
    ...(last < pages - 2 ? (['gap-after'] as const) : range(last + 1, pages - 1)),
    pages,
  ]
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
