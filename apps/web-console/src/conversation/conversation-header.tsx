import type { Session } from '@parley/client';
import type { ConsultationState } from '@parley/client/store';
import type { ReactNode } from 'react';
import { useAgents } from '../agents/agents.js';
import { ConnectionState } from '../connection/connection-state.js';
import { useLanguage, useTexts } from '../language/language.js';
import { localText } from '../language/local-text.js';
import { PageHeader } from '../app/page-header.js';
import { DeleteButton } from '../sessions/delete-button.js';
import { useSessions } from '../sessions/sessions-context.js';

export interface ConversationHeaderProps {
  sessionId: string;
  /** As the conversation knows it. */
  session: Session | null;
  connection: ConsultationState['connection'];
  menuButton: ReactNode;
  inspectorButton: ReactNode;
}

export function ConversationHeader({
  sessionId,
  session: known,
  connection,
  menuButton,
  inspectorButton,
}: ConversationHeaderProps): ReactNode {
  const { app, sessions } = useTexts();
  const language = useLanguage();
  const { agents } = useAgents();
  const { sessions: all } = useSessions();
  // The conversation takes no notice while it is answered: of a new one, the list knows first that it is there.
  const session = known ?? all.find(({ session_id }) => session_id === sessionId) ?? null;
  const agent = agents.find(({ agent_id }) => agent_id === session?.agent_id);
  const title = session ? session.title || sessions.untitled : app.newConsultation;
  return (
    <PageHeader start={menuButton} title={title} about={agent && localText(agent.name, language)}>
      <ConnectionState connection={connection} />
      {session && <DeleteButton session={session} />}
      {inspectorButton}
    </PageHeader>
  );
}
