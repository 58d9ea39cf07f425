import { Alert, Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';

export interface PanelBoundaryProps {
  /** Stays above a part that is broken: the way out of it. */
  head?: ReactNode;
  children: ReactNode;
}

/** A fault in one part of the page leaves the others as they are. Tried again, the part begins anew. */
export class PanelBoundary extends Component<PanelBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { head, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <>
        {head}
        <BrokenPanel onRetry={() => this.setState({ isBroken: false })} />
      </>
    );
  }
}

function BrokenPanel({ onRetry }: { onRetry: () => void }): ReactNode {
  const { app, errors } = useTexts();
  const actions = (
    <span className="broken-panel-actions">
      <Button onClick={onRetry}>{errors.retry}</Button>
      <Button type="text" onClick={() => window.location.reload()}>
        {app.reload}
      </Button>
    </span>
  );
  return <Alert className="broken-panel" type="error" showIcon title={app.partBroken} description={actions} />;
}
