import { ClearOutlined, CloseOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useConsole } from '../client/console-context.js';
import type { RecordedEvent } from '../client/run-events.js';
import { clockTime } from '../language/format.js';
import { useTexts } from '../language/language.js';
import { CopyButton } from '../markdown/copy-button.js';
import { EventList } from './event-list.js';
import { asNdjson, inspectorRows } from './inspector-rows.js';
import { loadLatestRun } from './load-latest-run.js';
import { useRecordedRuns } from './use-recorded-runs.js';
import './inspector.css';

/** What the runs of a consultation really say, event by event, for whoever builds an agent. */
export function Inspector({ sessionId, onClose }: { sessionId: string; onClose: () => void }): ReactNode {
  const texts = useTexts().inspector;
  const { client, runEvents } = useConsole();
  const [loading, setLoading] = useState<'no' | 'now' | 'failed'>('no');
  const runs = useRecordedRuns(sessionId);
  const [showsTokens, setShowsTokens] = useState(true);
  const [shown, setShown] = useState<RecordedEvent>();
  const rows = useMemo(() => inspectorRows(runs, showsTokens), [runs, showsTokens]);
  const clear = (): void => {
    runEvents.clear(sessionId);
    setShown(undefined);
  };
  const load = (): void => {
    setLoading('now');
    loadLatestRun(client, runEvents, sessionId).then(
      () => setLoading('no'),
      () => setLoading('failed'),
    );
  };

  return (
    <section className="inspector" aria-label={texts.title}>
      <header className="inspector-head">
        <h2>{texts.title}</h2>
        <CopyButton label={texts.copy} text={() => asNdjson(runs)} />
        <Button type="text" size="small" icon={<ClearOutlined />} aria-label={texts.clear} title={texts.clear} onClick={clear} />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={texts.close}
          title={texts.close}
          onClick={onClose}
        />
      </header>
      <div className="inspector-tools">
        <label>
          <input type="checkbox" checked={showsTokens} onChange={({ target }) => setShowsTokens(target.checked)} /> {texts.tokens}
        </label>
        <Button size="small" loading={loading === 'now'} onClick={load}>
          {texts.load}
        </Button>
      </div>
      {loading === 'failed' && <Alert type="warning" banner role="alert" title={texts.failed} />}
      {rows.length === 0 ? (
        <p className="inspector-empty muted">{texts.empty}</p>
      ) : (
        <EventList rows={rows} shown={shown} onShow={setShown} />
      )}
      {shown && (
        <div className="inspector-detail">
          <h3>
            {texts.detail} {shown.seq} · <code>{shown.event}</code> · <time title={texts.hint}>{clockTime(shown.at)}</time>
          </h3>
          <pre tabIndex={0}>{JSON.stringify(shown.data, null, 2)}</pre>
        </div>
      )}
    </section>
  );
}
