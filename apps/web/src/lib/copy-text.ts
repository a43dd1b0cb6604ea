/**
 * Copies a text. Browsers have a clipboard only at https addresses and on localhost; elsewhere the text is
 * selected and copied as by hand, at once, as the browser allows that only during a click.
 * @throws if the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) await clipboard.writeText(text);
  else if (!copySelected(text)) throw new Error('The browser does not copy');
}

function copySelected(text: string): boolean {
  const element = document.createElement('span');
  element.textContent = text;
  element.style.cssText = 'position:fixed;clip-path:inset(50%);white-space:pre;user-select:text';
  document.body.append(element);
  const selection = getSelection();
  selection?.selectAllChildren(element);
  try {
    return document.execCommand('copy');
  } finally {
    selection?.removeAllRanges();
    element.remove();
  }
}
