import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../language/language.js';

const TOLD_MS = 2000;

/** Where the browser lets no page write there (it was not served over HTTPS) it is not offered. */
export function CopyButton({ label, text }: { label: string; text: () => string }): ReactNode {
  const { copied } = useTexts().conversation;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = (): void =>
    void navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      () => undefined,
    );
  if (!('clipboard' in navigator)) return null;
  return (
    <Button
      className="copy-button"
      type="text"
      size="small"
      icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={isCopied ? copied : label}
      title={isCopied ? copied : label}
      onClick={copy}
    />
  );
}
