import { Component, type ReactNode } from 'react'

interface Props {
  readonly fallback: (error: unknown) => ReactNode
  /** Identifies the content; a change resets the error. */
  readonly about?: unknown
  readonly children: ReactNode
}
interface State {
  readonly failed: { readonly error: unknown } | null
  readonly about: unknown
}

/** An error boundary. */
export class Guard extends Component<Props, State> {
  override state: State = { failed: null, about: this.props.about }
  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } }
  }
  static getDerivedStateFromProps({ about }: Props, state: State): State | null {
    return about === state.about ? null : { failed: null, about }
  }
  override render() {
    return this.state.failed ? this.props.fallback(this.state.failed.error) : this.props.children
  }
}
