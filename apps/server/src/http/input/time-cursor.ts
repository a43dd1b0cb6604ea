import { invalidUrl } from '../../problems/invalid-url.js';

/** Where a page of rows by time and id ends. */
export interface TimePlace {
  readonly at: string;
  readonly id: string;
}

const CURSOR =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The parameter `after` of the next page. */
export function cursorOf({ at, id }: TimePlace): string {
  return `${at}_${id}`;
}

/** @throws {ProblemException} `invalid-input` for a cursor that is none */
export function placeOf(cursor: string): TimePlace {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalidUrl([{ pointer: 'after', detail: 'must be the `next` of an earlier response' }]);
  }
  return { at, id };
}
