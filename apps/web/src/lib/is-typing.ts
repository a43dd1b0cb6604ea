/** Whether a key is text for a field, and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [role=listbox]') !== null
  );
}
