import { Component, type ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** A fault of the page itself. Those of its parts stay there (`PanelBoundary`). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken(): ReactNode {
  const { broken, brokenHint, reload } = useTexts().app;
  return (
    <main className="broken" role="alert">
      <h1>{broken}</h1>
      <p className="muted">{brokenHint}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {reload}
      </button>
    </main>
  );
}
