import type { Element, ElementContent, Root, RootContent } from 'hast';

/**
 * What Markdown becomes, without what would not work in a page that shows many texts:
 * - ids: each text has the same ones
 * - the links between a footnote and its number: the page's fragment is its route
 * - the heading of footnotes: it speaks one language
 * - the box of a task: nobody can tick it
 * - an image in a link: it becomes a link itself
 */
export const tameTree =
  () =>
  (tree: Root): void => {
    tree.children = tame(tree.children, false);
  };

function tame<Content extends RootContent>(contents: readonly Content[], isInLink: boolean): Content[] {
  return contents.flatMap((content) => (content.type === 'element' ? (tamed(content, isInLink) as Content[]) : [content]));
}

function tamed(element: Element, isInLink: boolean): ElementContent[] {
  const { tagName, properties, children } = element;
  if (properties['dataFootnoteBackref'] !== undefined || properties['id'] === 'footnote-label') return [];
  if (tagName === 'input') return [{ type: 'text', value: properties['checked'] ? '☑' : '☐' }];
  if (tagName === 'img' && isInLink) return [{ type: 'text', value: String(properties['alt'] ?? '') }];
  const tamedChildren = tame(children, isInLink || tagName === 'a');
  if (properties['dataFootnoteRef'] !== undefined) return tamedChildren;
  const { id: _id, ...others } = properties;
  return [{ ...element, properties: others, children: tamedChildren }];
}
