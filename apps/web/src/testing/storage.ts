import { onTestFinished } from 'vitest';

type Name = 'localStorage' | 'sessionStorage';

/** The browser's storage is full until the test ends, or the returned function is called: what is there can be read and removed. */
export function fillStorage(): () => void {
  return replaceStorages((name) => {
    const real = globalThis[name];
    const full = {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem: () => {
        throw new DOMException('exceeded the quota', 'QuotaExceededError');
      },
    };
    return () => full;
  });
}

/** The same for site data that is blocked: even naming a storage throws. */
export function blockStorage(): () => void {
  return replaceStorages(() => () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
}

function replaceStorages(getterOf: (name: Name) => () => unknown): () => void {
  const undo = (['localStorage', 'sessionStorage'] as const).map((name) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { configurable: true, get: getterOf(name) });
    return () => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    };
  });
  const restore = () => undo.forEach((one) => one());
  onTestFinished(restore);
  return restore;
}
