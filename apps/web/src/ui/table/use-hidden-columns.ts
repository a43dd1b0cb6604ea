import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../lib/storage';

const hiddenSchema = z.array(z.string());

/**
 * The columns that the user hid in the table of that name, stored in this browser.
 * @returns the ids, and a setter
 */
export function useHiddenColumns(name: string) {
  const key = `portal.table.${name}`;
  const [hidden, setHidden] = useState<readonly string[]>(
    () => readStored(localStorage, key, hiddenSchema) ?? [],
  );
  function hide(ids: readonly string[]): void {
    setHidden(ids);
    writeStored(localStorage, key, ids.length === 0 ? undefined : ids);
  }
  return [hidden, hide] as const;
}
