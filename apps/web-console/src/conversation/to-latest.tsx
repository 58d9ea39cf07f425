import { ArrowDownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';

export function ToLatest({ onClick }: { onClick: () => void }): ReactNode {
  const { toLatest } = useTexts().conversation;
  return (
    <Button
      className="to-latest"
      shape="circle"
      icon={<ArrowDownOutlined />}
      aria-label={toLatest}
      title={toLatest}
      onClick={onClick}
    />
  );
}
