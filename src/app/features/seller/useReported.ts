import { useEffect } from 'react'

export type OnReading = (field: string, reading: boolean) => void

/** Tells the form that a field's files are still being read. */
export function useReported(field: string, reading: boolean, onReading: OnReading): void {
  useEffect(() => {
    onReading(field, reading)
    return () => onReading(field, false)
  }, [field, reading, onReading])
}
