import { REVIEW_TYPES, type ReviewType } from '@parley/contracts';
import { Expect, type Expectation, LIST, OBJECT, oneOf, Optional, TEXT } from '../agents/expect.js';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

const TITLE: Expectation = {
  what: 'a text of at most 500 characters',
  fits: (value) => TEXT.fits(value) && (value as string).length <= 500,
};
const DUE_AT: Expectation = {
  what: 'a date, or a time as RFC 3339',
  fits: (value) => typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value)),
};

export class ResultShape {
  @Optional() @Expect(OBJECT) state?: Record<string, unknown>;
  @Expect(OBJECT) control!: Record<string, unknown>;
}

/** `continue` and `finish`: nothing else belongs to them. */
export class BareShape {
  @Expect(TEXT) action!: string;
}

export class AskUserShape {
  @Expect(TEXT) action!: string;
  @Expect(oneOf(REVIEW_TYPES)) review_type!: ReviewType;
  @Optional() @Expect(TEXT) message?: string;
  @Expect(LIST) questions!: unknown[];
}

export class TodoShape {
  @Expect(TEXT) action!: string;
  @Expect(TITLE) title!: string;
  @Optional() @Expect(TITLE) kind?: string;
  @Optional() @Expect(DUE_AT) due_at?: string;
}
