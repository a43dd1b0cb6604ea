import { useEffect, useRef, useState } from 'react';
import { formatCount, plural } from '../../../lib/format';
import type { DeskState } from './desk-motion';
import { browserNow } from '../../../lib/use-now';

/** Minimum time between two sentences, so that a burst does not drown the screen reader. */
const SPACING_MS = 5_000;

/** The sentence of the last change, at most one every five seconds; '' before the first change. */
export function useAnnouncement(desk: DeskState): string {
  const [sentence, setSentence] = useState('');
  const spoken = useRef(desk);
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const { day, pending, done } = spoken.current;
    if (day === desk.day && pending === desk.pending && done === desk.done) return;
    const timer = setTimeout(
      () => {
        setSentence(deskSentence(spoken.current, desk));
        spoken.current = desk;
        spokenAt.current = browserNow();
      },
      Math.max(0, spokenAt.current + SPACING_MS - browserNow()),
    );
    return () => clearTimeout(timer);
  }, [desk]);

  return sentence;
}

/** What a screen reader says about a change of the desk. */
function deskSentence(before: DeskState, next: DeskState): string {
  const now = `${formatCount(next.pending)} pending, ${formatCount(next.done)} done today.`;
  if (before.day !== next.day) return `A new day begins. ${now}`;
  const drop = before.pending - next.pending;
  const rise = next.done - before.done;
  const reviewed = Math.min(drop, rise);
  if (reviewed > 0) return `${plural(reviewed, 'review', 'reviews')} finished. ${now}`;
  return now;
}
