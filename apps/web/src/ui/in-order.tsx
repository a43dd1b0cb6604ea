import { Fragment, type ReactNode, useEffect, useState } from 'react';

/** How long the blocks wait for each other, once the first of them is loaded. */
const WAIT_MS = 2_000;

interface Block {
  readonly id: string;
  /** How much there is to do in it; undefined while loading. */
  readonly toDo: number | undefined;
  readonly content: ReactNode;
}

/**
 * Blocks of a page, the one with most to do first. The order is that of the first loaded data and stays, so that
 * nothing moves while a person reads; a block that is loaded later keeps its place.
 */
export function InOrder({ blocks }: { blocks: readonly Block[] }) {
  const [found, setFound] = useState<ReadonlyMap<string, number> | null>(null);
  const [isLate, setIsLate] = useState(false);
  const isBegun = blocks.some(({ toDo }) => toDo !== undefined);
  const isLoaded = blocks.every(({ toDo }) => toDo !== undefined);
  const isOpen = isBegun && found === null;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setIsLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  if (isOpen && (isLoaded || isLate)) setFound(loadedOf(blocks));
  return ordered(blocks, found ?? NONE).map(({ id, content }) => (
    <Fragment key={id}>{content}</Fragment>
  ));
}

const NONE: ReadonlyMap<string, number> = new Map();

function loadedOf(blocks: readonly Block[]): Map<string, number> {
  return new Map(blocks.flatMap(({ id, toDo }) => (toDo === undefined ? [] : [[id, toDo]])));
}

/** Those that were found in the places that they have together, the larger first; the others where they are. */
function ordered(blocks: readonly Block[], found: ReadonlyMap<string, number>): Block[] {
  const sorted = blocks
    .filter(({ id }) => found.has(id))
    .toSorted((a, b) => (found.get(b.id) ?? 0) - (found.get(a.id) ?? 0))
    .values();
  return blocks.map((block) => (found.has(block.id) ? (sorted.next().value ?? block) : block));
}

/** The largest of some counts; undefined while one of them is unknown. */
export function mostOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce<number | undefined>(
    (most, count) =>
      most === undefined || count === undefined ? undefined : Math.max(most, count),
    0,
  );
}
