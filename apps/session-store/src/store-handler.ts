import type { StoreCalls, StorePattern } from '@parley/contracts';

/** What a `@MessagePattern` handler of this pattern takes and answers. */
export type Request<Pattern extends StorePattern> = StoreCalls[Pattern]['request'];
export type Reply<Pattern extends StorePattern> = Promise<StoreCalls[Pattern]['answer']>;
