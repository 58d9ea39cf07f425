import {
  CheckCircleOutlined,
  DownOutlined,
  FormOutlined,
  QuestionCircleOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Card } from '@parley/client';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';

const ICONS: Readonly<Record<Card['review_type'], ReactNode>> = {
  clarify: <FormOutlined />,
  select: <UnorderedListOutlined />,
  confirm: <QuestionCircleOutlined />,
  phase_done: <CheckCircleOutlined />,
};

export function CardHeading({ card, titleId, onMinimize }: { card: Card; titleId: string; onMinimize: () => void }): ReactNode {
  const { titles, minimize } = useTexts().card;
  return (
    <header className="card-heading">
      <span className="card-icon" aria-hidden>
        {ICONS[card.review_type]}
      </span>
      <h2 id={titleId}>{titles[card.review_type]}</h2>
      <Button type="text" size="small" icon={<DownOutlined />} aria-label={minimize} title={minimize} onClick={onMinimize} />
    </header>
  );
}
