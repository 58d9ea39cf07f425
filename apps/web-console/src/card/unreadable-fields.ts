/** The ids of fields with something in them that the browser has no value for: half a date looks like none. */
export function unreadableFields(form: HTMLFormElement): ReadonlySet<string> {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement && element.validity.badInput);
  return new Set(inputs.map((input) => input.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? ''));
}
