import type { InputType, QuestionOption } from '@parley/contracts';

/** What a value of this input type looks like, in words, where the given one does not; undefined where it fits. */
export function fitsInput(value: unknown, inputType: InputType, options: readonly QuestionOption[]): string | undefined {
  const offered = (candidate: unknown): boolean => options.some((option) => option.value === candidate);
  switch (inputType) {
    case 'text':
    case 'textarea':
      return typeof value === 'string' ? undefined : 'a text';
    case 'number':
      return Number.isFinite(value) ? undefined : 'a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'date':
      return typeof value === 'string' && isCalendarDate(value) ? undefined : 'a date, YYYY-MM-DD';
    case 'select':
      return offered(value) ? undefined : 'the value of one of the options';
    case 'multi_select':
      return Array.isArray(value) && value.every(offered) && new Set(value).size === value.length
        ? undefined
        : 'a list of different values of the options';
  }
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
