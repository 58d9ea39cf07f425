import type { HandoffMessage, Lang } from '@parley/contracts';

/** The language in which a request's user is spoken to. The header is any text: other services write it, too. */
export const languageOf = ({ headers }: HandoffMessage): Lang => (headers.language === 'en' ? 'en' : 'zh');
