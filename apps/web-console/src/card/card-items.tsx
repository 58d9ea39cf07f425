import type { Card, CardItem } from '@parley/client';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.js';
import { Field } from './field.js';
import { fieldId } from './field-values.js';
import { ItemMessage } from './item-message.js';
import type { CardForm } from './use-card-form.js';

type FormOfItems = Pick<CardForm, 'values' | 'errors' | 'isSending' | 'change'>;

/** The questions; those of a batch under what asked them. */
export function CardItems({ card, form }: { card: Card; form: FormOfItems }): ReactNode {
  const { part, batchHint } = useTexts().card;
  const [only, ...others] = card.items;
  if (only && others.length === 0) {
    return (
      <>
        <ItemMessage item={only} except={card.message} />
        <Fields item={only} form={form} />
      </>
    );
  }
  return (
    <>
      <p className="card-hint">{batchHint}</p>
      {card.items.map((item, index) => (
        <fieldset key={item.item_id} className="card-item">
          <legend>{part(index + 1, card.items.length)}</legend>
          <ItemMessage item={item} except={card.message} />
          <Fields item={item} form={form} />
        </fieldset>
      ))}
    </>
  );
}

function Fields({ item, form }: { item: CardItem; form: FormOfItems }): ReactNode {
  return item.questions.map((question) => {
    const id = fieldId(question);
    return (
      <Field
        key={id}
        id={id}
        question={question}
        value={form.values[id]}
        error={form.errors[id]}
        disabled={form.isSending}
        onChange={form.change}
      />
    );
  });
}
