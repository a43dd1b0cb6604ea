import type { MoveImport } from '@portal/contracts/imports';

const TEXTS = {
  all: { first: 'To the front of the queue', last: 'To the end of the queue' },
  own: { first: 'Before my other imports', last: 'Behind my other imports' },
};

/** Where a move puts an import. */
export function moveText({ to, among }: MoveImport): string {
  return to === 'turn' ? 'Back to its turn' : TEXTS[among][to];
}
