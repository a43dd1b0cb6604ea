import { replaceEqualDeep } from '@tanstack/react-query';
import { useState } from 'react';

/** The part of a query result that decides what is drawn. */
interface Fetched<D> {
  readonly data: D | undefined;
  /** Whether the first answer for this key is awaited. */
  readonly isPending: boolean;
  readonly dataUpdatedAt: number;
}

/** Data with the label that it was fetched for. */
export interface Drawn<D, L> {
  readonly data: D;
  readonly label: L;
  /** Time of the data in epoch milliseconds. */
  readonly asOf: number;
  /** Whether it is of the last label, while the data of the wanted one are awaited. */
  readonly isOld: boolean;
}

/**
 * What a page draws of a request: its data, or while they are awaited the last ones with their own
 * label and time; undefined before the first data and after a failure. Equal parts keep their identity.
 * @param label what the request asks for: the filters, the week, the page
 */
export function useDrawn<D, L>(fetched: Fetched<D>, label: L): Drawn<D, L> | undefined {
  const { data, isPending, dataUpdatedAt: asOf } = fetched;
  const [last, setLast] = useState<Drawn<D, L>>();
  if (data === undefined) return isPending && last ? { ...last, isOld: true } : undefined;
  const drawn = replaceEqualDeep(last, { data, label, asOf, isOld: false });
  if (drawn !== last) setLast(drawn);
  return drawn;
}
