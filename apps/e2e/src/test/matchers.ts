/** Jest's asymmetric matchers, typed as what they stand for. */
export const anyText = expect.any(String) as string;
export const anyNumber = expect.any(Number) as number;
export const textLike = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
export const textWith = (part: string): string => expect.stringContaining(part) as string;
export const having = <T extends object>(members: T): T => expect.objectContaining(members) as T;
