import { ParleyProvider } from '@parley/client/react';
import { App, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US.js';
import zhCN from 'antd/locale/zh_CN.js';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { AgentsContext, useLoadedAgents } from '../agents/agents.js';
import type { ConsoleClient } from '../client/console-client.js';
import { ConsoleContext } from '../client/console-context.js';
import { LanguageContext, languagePreference } from '../language/language.js';
import { usePreference } from '../preferences/preference.js';
import { forgetGone } from '../sessions/forget-gone.js';
import { SessionList } from '../sessions/session-list.js';
import { SessionsContext } from '../sessions/sessions-context.js';
import { antdTheme } from '../theme/antd-theme.js';
import { usePageTheme, useTheme } from '../theme/theme.js';
import { ErrorBoundary } from './error-boundary.js';
import { Shell } from './shell.js';
import { useMediaQuery } from './use-media-query.js';
import './app.css';

const LOCALES = { zh: zhCN, en: enUS };

/** The whole page: what everything in it needs, around the shell. */
export function Console({ services }: { services: ConsoleClient }): ReactNode {
  const { client, feed } = services;
  const language = usePreference(languagePreference);
  const theme = useTheme();
  const agents = useLoadedAgents(client);
  const [sessions] = useState(() => new SessionList(client, feed));
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const config = useMemo(() => antdTheme(theme, isStill), [theme, isStill]);
  usePageTheme(theme);
  useEffect(() => sessions.open(), [sessions]);
  useEffect(() => forgetGone(services), [services]);
  useEffect(() => void (document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'), [language]);

  return (
    <ConfigProvider theme={config} locale={LOCALES[language]} button={{ autoInsertSpace: false }}>
      <LanguageContext value={language}>
        <ErrorBoundary>
          <App component={false}>
            <ConsoleContext value={services}>
              <ParleyProvider client={client}>
                <SessionsContext value={sessions}>
                  <AgentsContext value={agents}>
                    <Shell />
                  </AgentsContext>
                </SessionsContext>
              </ParleyProvider>
            </ConsoleContext>
          </App>
        </ErrorBoundary>
      </LanguageContext>
    </ConfigProvider>
  );
}
