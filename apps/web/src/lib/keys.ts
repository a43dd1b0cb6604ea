export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** The paper of the panel of a task, whose keys are shortcuts although it is a dialog. */
export const TASK_PANEL_ID = 'task-panel';

/** Whether a key is text for a field or a choice in a menu, and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, [role=listbox], [role=menu]') !== null
  );
}

/**
 * The shortcut that a key stands for, such as `n` or `?`. Capitals make no difference, and on a keyboard without Latin
 * letters the place of the key counts. Null with Ctrl, Alt or Meta, while the user types, and under a dialog other than
 * the panel of a task.
 */
export function shortcutOf(
  event: Pick<
    KeyboardEvent,
    'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'target'
  >,
): string | null {
  const { code, ctrlKey, altKey, metaKey, shiftKey, target } = event;
  if (ctrlKey || altKey || metaKey || isTyping(target) || isUnderDialog()) return null;
  const key = event.key.toLowerCase();
  if (/^[ -~]/.test(key)) return key;
  if (code === 'Slash' && shiftKey) return '?';
  return /^Key[A-Z]$/.test(code) ? code.slice(-1).toLowerCase() : null;
}

/** The dialog that was opened last is the last one in the document. */
function isUnderDialog(): boolean {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  return dialog !== undefined && dialog.id !== TASK_PANEL_ID;
}
