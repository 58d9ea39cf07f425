import type { Lang } from '@parley/contracts';
import Mustache from 'mustache';
import { parsePrompt } from './parse-prompt.js';

/** What a prompt's placeholders may name. */
export interface PromptView {
  state: Readonly<Record<string, unknown>>;
  /** The user's last chat message. */
  message: string;
  agent: { id: string; name: string };
  lang: Lang;
  /** The user cancelled the card on which this skill asked. */
  cancelled: boolean;
}

/**
 * Mustache without HTML escaping. A path that leads nowhere renders empty, an object or list as JSON. Only an object's
 * own members are seen, and no function is ever called: state comes from people and models.
 */
export function renderPrompt(template: string, view: PromptView): string {
  return writer.renderTokens(parsePrompt(template) as unknown as string[][], new OwnMembers(view), undefined, template);
}

class OwnMembers extends Mustache.Context {
  declare parent: OwnMembers | undefined;

  override push(view: unknown): OwnMembers {
    return new OwnMembers(view, this);
  }

  override lookup(name: string): unknown {
    const value = name === '.' ? (this.view as unknown) : this.find(name.split('.'));
    return typeof value === 'function' ? undefined : value;
  }

  private find(path: readonly string[]): unknown {
    let found: unknown = this.view;
    for (const part of path) {
      if (!hasOwn(found, part)) return this.parent?.find(path);
      found = found[part];
    }
    return found;
  }
}

const hasOwn = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.prototype.propertyIsEnumerable.call(value, name);

class PlainWriter extends Mustache.Writer {
  override escapedValue(token: string[], context: Mustache.Context): string {
    return textOf(context.lookup(token[1] ?? ''));
  }

  override unescapedValue(token: string[], context: Mustache.Context): string {
    return this.escapedValue(token, context);
  }
}

const writer = new PlainWriter();

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
