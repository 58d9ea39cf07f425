/**
 * As much of a document as React needs to mount components that render text. `FakePage` has what the client looks at; this one
 * is for rendering only. To be imported before React, which looks for a window once.
 */
class FakeNode extends EventTarget {
  readonly children: FakeNode[] = [];
  parentNode: FakeNode | null = null;
  nodeValue = '';
  readonly style = {};
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';

  constructor(
    readonly nodeType: number,
    readonly nodeName: string,
    readonly ownerDocument: FakeNode | null,
  ) {
    super();
  }

  get tagName(): string {
    return this.nodeName;
  }

  get firstChild(): FakeNode | null {
    return this.children[0] ?? null;
  }

  get textContent(): string {
    return this.nodeValue + this.children.map(({ textContent }) => textContent).join('');
  }

  set textContent(text: string) {
    this.children.length = 0;
    if (text) this.appendChild(this.createTextNode(text));
  }

  appendChild(child: FakeNode): FakeNode {
    return this.insertBefore(child, null);
  }

  insertBefore(child: FakeNode, before: FakeNode | null): FakeNode {
    child.parentNode?.removeChild(child);
    const at = before ? this.children.indexOf(before) : this.children.length;
    this.children.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: FakeNode): FakeNode {
    this.children.splice(this.children.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  setAttribute(): void {}

  createElement(name: string): FakeNode {
    return new FakeNode(1, name.toUpperCase(), this.ownerDocument ?? this);
  }

  createTextNode(text: string): FakeNode {
    return Object.assign(new FakeNode(3, '#text', this.ownerDocument ?? this), { nodeValue: text });
  }
}

const document = new FakeNode(9, '#document', null);
const window = Object.assign(new EventTarget(), { document, HTMLIFrameElement: class {} });
Object.assign(document, {
  defaultView: window,
  documentElement: document.createElement('html'),
  activeElement: null,
  body: null,
});
// For good: React works on after the last test.
Object.assign(globalThis, { window, document: Object.assign(document, { visibilityState: 'visible' }) });

/** An element to render into. */
export const newContainer = (): FakeNode & Element => document.createElement('div');
