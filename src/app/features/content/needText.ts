import type { QueryKey } from '@tanstack/react-query'
import type { Queries } from '../../lib/client.ts'
import { needMarkdown } from '../../ui/markdown/Markdown.tsx'

/** Fetches the code that draws a text, in a page's loader. A text written by the server needs none. */
export function needText(queries: Queries, { queryKey }: { readonly queryKey: QueryKey }): void {
  if (queries.getQueryData(queryKey) === undefined) needMarkdown(queries.client)
}
