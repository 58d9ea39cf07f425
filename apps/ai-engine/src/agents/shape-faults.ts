import { getMetadataStorage, validateSync } from 'class-validator';
import { isRecord } from './expect.js';
import { expected, type Fault, type PathPart } from './fault.js';
import { saying } from './fault-message.js';
import { didYouMean } from './did-you-mean.js';

type Shape<T extends object> = new () => T;

/** A value held against the class that describes it. `value` has every member that is right, and only those. */
export interface ShapeCheck<T> {
  faults: Fault[];
  value: Partial<T>;
}

/** Checks the members of one object, not those of objects inside it. A member that the class doesn't know is a fault. */
export function checkShape<T extends object>(shape: Shape<T>, value: unknown, path: readonly PathPart[]): ShapeCheck<T> {
  if (!isRecord(value)) return { faults: [{ path, message: expected('an object', value) }], value: {} };
  const known = membersOf(shape);
  const faults = Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => unknownMember(name, known, path));
  const instance = new shape();
  for (const name of known) if (Object.hasOwn(value, name)) Object.assign(instance, { [name]: value[name] });
  for (const { property, constraints, value: came } of validateSync(instance, { stopAtFirstError: true })) {
    const [what = 'another value'] = Object.values(constraints ?? {});
    faults.push({ path: [...path, property], message: expected(what, came) });
    delete (instance as Record<string, unknown>)[property];
  }
  return { faults, value: instance };
}

function unknownMember(name: string, known: readonly string[], path: readonly PathPart[]): Fault {
  const hint = didYouMean(name, known) || `; known are ${known.join(', ')}`;
  return { path: [...path, name], message: saying`unknown member${hint}`, at: 'name' };
}

const membersByShape = new WeakMap<object, readonly string[]>();

function membersOf(shape: Shape<object>): readonly string[] {
  let members = membersByShape.get(shape);
  if (!members) {
    const decorators = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
    members = [...new Set(decorators.map(({ propertyName }) => propertyName))];
    membersByShape.set(shape, members);
  }
  return members;
}
