import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../lib/storage';

const hiddenSchema = z.array(z.string());

const keyOf = (name: string) => `portal.table.${name}`;

/**
 * The columns that the user hid in the table of that name, stored in this browser.
 * @returns the ids, and a setter
 */
export function useHiddenColumns(name: string) {
  const [hidden, setHidden] = useState<readonly string[]>(() => readHiddenColumns(name));
  function hide(ids: readonly string[]): void {
    setHidden(ids);
    writeStored('browser', keyOf(name), ids.length === 0 ? undefined : ids, 'hidden columns');
  }
  return [hidden, hide] as const;
}

/** The stored ids of the hidden columns. */
export function readHiddenColumns(name: string): readonly string[] {
  return readStored('browser', keyOf(name), hiddenSchema) ?? [];
}
