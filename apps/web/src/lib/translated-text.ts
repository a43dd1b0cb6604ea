/**
 * Keeps a page true while the browser translates it. Chrome replaces each text node by `<font>` elements; React
 * goes on with the nodes that it made (https://github.com/facebook/react/issues/11538): a new text goes into a
 * node that is not on the page, and removing such a node, or inserting before it, throws. Here each replaced
 * text is remembered with what stands for it: a new text takes its place back, to be translated again, and
 * removing or inserting means what stands there.
 * @returns a function that stops it
 */
export function followTranslation(root: Node): () => void {
  const stands = new WeakMap<Node, Element>();
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') putBack(record.target);
      else for (const node of record.removedNodes) noteReplaced(node, record);
    }
  });
  observer.observe(root, { childList: true, subtree: true });

  function noteReplaced(node: Node, record: MutationRecord): void {
    if (node.nodeType !== Node.TEXT_NODE || node.isConnected) return;
    // The translation was inserted in the same step, or beside the text before it was removed.
    const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(isFont);
    if (!font?.isConnected) return;
    stands.set(node, font);
    observer.observe(node, { characterData: true });
  }

  function putBack(node: Node): void {
    const font = stands.get(node);
    if (!font?.isConnected || node.isConnected) return;
    stands.delete(node);
    font.parentNode?.replaceChild(node, font);
  }

  /** What is on the page in place of a child that is not. */
  function standInOf(parent: Node, child: Node | null): Node | null {
    if (child === null || child.parentNode === parent) return child;
    const font = stands.get(child);
    return font?.parentNode === parent ? font : child;
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function removeTranslated<T extends Node>(this: Node, child: T): T {
    Reflect.apply(removeChild, this, [standInOf(this, child)]);
    return child;
  };
  Node.prototype.insertBefore = function insertAtTranslated<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    Reflect.apply(insertBefore, this, [node, standInOf(this, before)]);
    return node;
  };
  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}

function isFont(node: Node | null): node is Element {
  return node?.nodeName === 'FONT';
}
