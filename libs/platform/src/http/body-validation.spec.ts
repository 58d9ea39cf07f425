import type { ArgumentMetadata, Type as Class } from '@nestjs/common';
import { ParleyError } from '@parley/contracts';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsNotEmpty, IsOptional, IsString, ValidateNested } from 'class-validator';
import { bodyValidation, type BodyValidationOptions } from './body-validation.js';

class Item {
  @IsString()
  name!: string;
}

class Order {
  @IsString()
  @IsNotEmpty()
  title!: string;

  @IsOptional()
  @IsInt()
  count?: number;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Item)
  items?: Item[];
}

class Note {
  @IsOptional()
  @IsString()
  note?: string;
}

const check = (value: unknown, metatype: Class = Order, unknown: BodyValidationOptions['unknown'] = 'refuse'): Promise<unknown> =>
  bodyValidation({ unknown }).transform(value, { type: 'body', metatype } satisfies ArgumentMetadata) as Promise<unknown>;

async function pathsOf(checked: () => Promise<unknown>): Promise<string[]> {
  const error: unknown = await Promise.resolve()
    .then(checked)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof ParleyError)) throw new Error('it was accepted');
  expect(error.code).toBe('validation_failed');
  return (error.details.errors ?? []).map((entry) => ('path' in entry ? entry.path : '?')).sort();
}

test('a valid body → an instance of its class', async () => {
  const order = await check({ title: 'x', items: [{ name: 'a' }] });
  expect(order).toBeInstanceOf(Order);
  expect((order as Order).items?.[0]).toBeInstanceOf(Item);
});

test('several wrong members → one entry with the path of each', async () => {
  const body = { title: '', count: '1', items: [{ name: 'a' }, { name: 2, age: 1 }], more: 1 };
  expect(await pathsOf(() => check(body))).toEqual(['count', 'items.1.age', 'items.1.name', 'more', 'title']);
});

test('an unknown member in a dialect → left out', async () => {
  expect(await check({ title: 'x', more: 1 }, Order, 'drop')).toEqual({ title: 'x' });
});

test.each([[[]], ['x'], [1], [true], [null], [[{ note: 'x' }]]])(
  '%j for an object, even where nothing is required → refused',
  async (value) => {
    expect(await pathsOf(() => check(value, Note))).toEqual(['']);
  },
);

test('no body → fine where nothing is required, the missing members elsewhere', async () => {
  expect(await check(undefined, Note)).toEqual({});
  expect(await pathsOf(() => check(undefined))).toEqual(['title', 'title']);
});
