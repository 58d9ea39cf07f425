import type { CardItem } from '@parley/client';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';

/** What the item says above its questions, unless the card has said it already, and whether somebody else asks. */
export function ItemMessage({ item, except }: { item: CardItem; except: string | undefined }): ReactNode {
  const { remote } = useTexts().card;
  const message = item.message === except ? undefined : item.message;
  if (!message && item.source === 'local') return null;
  return (
    <p className="card-message">
      {message} {item.source === 'remote' && <span className="card-source">{remote}</span>}
    </p>
  );
}
