import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '../features/seller/ImportPage.tsx'
import { importSearch } from '../features/seller/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/seller/lots/import')({
  validateSearch: importSearch,
  component: ImportPage,
})
