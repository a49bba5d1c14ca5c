import { Component, type ReactNode } from 'react'

interface Props {
  readonly fallback: (error: unknown) => ReactNode
  readonly children: ReactNode
}

/** Keeps what breaks outside of the router's pages from taking everything with it. */
export class Guard extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === null ? this.props.children : this.props.fallback(this.state.error)
  }
}
