import { Component, type ReactNode } from 'react';

/** A block as it was written. */
export const PlainBlock = ({ text }: { text: string }): ReactNode => <p className="markdown-plain">{text}</p>;

/** Markdown can be too much for its reader, such as thousands of quotes in one another: that piece is then shown as it was written. */
export class BlockBoundary extends Component<{ text: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { text, children } = this.props;
    return this.state.isBroken ? <PlainBlock text={text} /> : children;
  }
}
