import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { needMarkdown } from '../../ui/markdown/Markdown.tsx'

/** For a page's loader: what draws a text. One that came with the page is drawn already. */
export function needText(client: QueryClient, { queryKey }: { readonly queryKey: QueryKey }): void {
  if (client.getQueryData(queryKey) === undefined) needMarkdown()
}
