import type { Element, ElementContent, Root } from 'hast';
import { tameTree } from './tame-tree.js';

const element = (tagName: string, properties: Element['properties'], ...children: (Element | string)[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children: children.map((child): ElementContent => (typeof child === 'string' ? { type: 'text', value: child } : child)),
});

function tamed(...children: Element[]): Root['children'] {
  const tree: Root = { type: 'root', children };
  tameTree()(tree);
  return tree.children;
}

test('a footnote → its number and its text, without links, ids or a heading', () => {
  const ref = element('a', { href: '#user-content-fn-1', id: 'user-content-fnref-1', dataFootnoteRef: true }, '1');
  const back = element('a', { href: '#user-content-fnref-1', dataFootnoteBackref: '' }, '↩');
  expect(
    tamed(
      element('p', {}, 'See', element('sup', {}, ref)),
      element(
        'section',
        { dataFootnotes: true, className: ['footnotes'] },
        element('h2', { id: 'footnote-label' }, 'Footnotes'),
        element('ol', {}, element('li', { id: 'user-content-fn-1' }, element('p', {}, 'Note. ', back))),
      ),
    ),
  ).toEqual([
    element('p', {}, 'See', element('sup', {}, '1')),
    element(
      'section',
      { dataFootnotes: true, className: ['footnotes'] },
      element('ol', {}, element('li', {}, element('p', {}, 'Note. '))),
    ),
  ]);
});

test('tasks → their boxes as text', () => {
  const box = (checked: boolean): Element => element('input', { type: 'checkbox', disabled: true, checked });
  expect(tamed(element('li', {}, box(true), ' a'), element('li', {}, box(false), ' b'))).toEqual([
    element('li', {}, '☑', ' a'),
    element('li', {}, '☐', ' b'),
  ]);
});

test('an image in a link → what it shows, in words; one that stands alone → as it is', () => {
  const image = element('img', { src: 'https://example.org/a.png', alt: 'a picture' });
  expect(tamed(element('a', { href: 'https://example.org' }, element('strong', {}, image)), image)).toEqual([
    element('a', { href: 'https://example.org' }, element('strong', {}, 'a picture')),
    image,
  ]);
});
