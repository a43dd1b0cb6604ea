import { useEffect, useRef, type RefObject } from 'react';
import { isStill } from '../../../ui/is-still';
import { takeLeftRows } from '../left-rows';
import { MAX_MOVING, type DeskMotion } from './desk-motion';
import { BOX, FLIGHT_MS, LANDING_MS, PLACES, RISE, STAGGER_MS } from './scene';

/** What a motion starts from: the sheets of both stacks before and after it. */
export interface Departure {
  readonly motion: DeskMotion;
  readonly before: { readonly pending: number; readonly done: number };
  readonly after: { readonly done: number };
}

const FADE_MS = 650;
const ARC = 62;
/** A sheet begins here in its row, in the size of what it was there. */
const ROW_SHEET_PX = 36;
const ROW_SCALE = 0.3;
/** From the top of a text to the middle of its first line. */
const LINE_PX = 10;

/**
 * Animates the elements of a fixed pool, only in transform and opacity. A sheet that finds no free
 * element is left out, so that a long burst costs no more than a short one.
 * @param pool the container; its children are the travelling sheets
 */
export function useFlights(pool: RefObject<HTMLElement | null>, departure: Departure): void {
  const running = useRef(new Map<Element, Animation>());

  useEffect(() => {
    if (pool.current === null || isStill()) return;
    const free = [...pool.current.children].filter((sheet) => !running.current.has(sheet));
    const frames = framesOf(departure, placesFrom(free[0]));
    for (const [index, { keyframes, duration }] of frames.entries()) {
      const sheet = free[index];
      if (!sheet) break;
      const animation = sheet.animate(keyframes, {
        duration,
        delay: index * STAGGER_MS,
        easing: 'linear',
      });
      running.current.set(sheet, animation);
      animation.onfinish = () => running.current.delete(sheet);
    }
  }, [pool, departure]);

  useEffect(() => {
    const animations = running.current;
    return () => {
      for (const animation of animations.values()) animation.cancel();
      animations.clear();
    };
  }, []);
}

/** A place in pixels from that of a resting sheet. */
interface Place {
  readonly x: number;
  readonly y: number;
}

interface Places {
  /** Where the rows were that have left: their sheets come from there, the others from the stack. */
  readonly rows: readonly Place[];
  /** Those of tasks that this tab has sent back. */
  readonly sentBack: readonly Place[];
  /** Where the user's day counts what was sent back; undefined on a wall. */
  readonly day: Place | undefined;
}

/** @param sheet one that rests */
function placesFrom(sheet: Element | undefined): Places {
  const rest = sheet?.getBoundingClientRect() ?? new DOMRect();
  const [x, y] = [rest.left + rest.width / 2, rest.top + rest.height / 2];
  const placeOf = ({ left, top }: { left: number; top: number }): Place => ({
    x: left + ROW_SHEET_PX - x,
    y: top - y,
  });
  const rows = takeLeftRows();
  const day = document.querySelector('[data-sent-back]')?.getBoundingClientRect();
  return {
    rows: rows.filter(({ isSentBack }) => !isSentBack).map(placeOf),
    sentBack: rows.filter(({ isSentBack }) => isSentBack).map(placeOf),
    day: day && placeOf({ left: day.left, top: day.top + LINE_PX }),
  };
}

interface Flight {
  readonly keyframes: Keyframe[];
  readonly duration: number;
}

function framesOf({ motion, before, after }: Departure, { rows, sentBack, day }: Places): Flight[] {
  const moving = motion.travel + motion.fade;
  // A sheet that was sent back is none that done got.
  const flights = day
    ? sentBack.slice(0, moving).map((row) => ({ keyframes: toDay(row, day), duration: FLIGHT_MS }))
    : [];
  const travels = Math.min(motion.travel, moving - flights.length);
  const fades = moving - flights.length - travels;
  for (let n = 0; n < travels; n += 1) {
    const from = Math.max(0, before.pending - 1 - n);
    const to = Math.max(0, Math.min(before.done + n, after.done - 1));
    const row = rows[n];
    const keyframes = row ? fly(row, to * RISE, n) : travel(from * RISE, to * RISE, n);
    flights.push({ keyframes, duration: FLIGHT_MS });
  }
  for (let n = 0; n < fades; n += 1) {
    const from = Math.max(0, before.pending - 1 - travels - n);
    flights.push({ keyframes: fade(from * RISE), duration: FADE_MS });
  }
  return flights.slice(0, MAX_MOVING);
}

/** From the top of one stack over an arc to the top of the other. */
function travel(from: number, to: number, n: number): Keyframe[] {
  const way = PLACES.done.x - PLACES.pending.x;
  const top = Math.max(from, to) + ARC;
  const turn = 5 + (n % 3) * 2;
  return [
    { ...at(0, from), opacity: 1, easing: 'cubic-bezier(0.3, 0, 0.7, 0.6)' },
    {
      ...at(way * 0.22, (from + top * 2) / 3, -turn / 2, 1.03),
      opacity: 1,
      offset: 0.3,
      easing: 'linear',
    },
    { ...at(way * 0.5, top, turn, 1.05), opacity: 1, offset: 0.52, easing: 'linear' },
    {
      ...at(way * 0.8, (to + top * 2) / 3, turn / 2, 1.03),
      opacity: 1,
      offset: 0.74,
      easing: 'cubic-bezier(0.2, 0.4, 0.4, 1)',
    },
    { ...at(way, to), opacity: 1, offset: LANDING_MS / FLIGHT_MS },
    { ...at(way, to), opacity: 0 },
  ];
}

/** From a row of the queue over an arc to the top of the stack. */
function fly(row: Place, to: number, n: number): Keyframe[] {
  const way = PLACES.done.x - PLACES.pending.x;
  const turn = 5 + (n % 3) * 2;
  return [
    { ...inPixels(row, ROW_SCALE), opacity: 1, easing: 'cubic-bezier(0.4, 0, 0.6, 1)' },
    {
      ...at(way * 0.7, to + ARC, turn, 1.05),
      opacity: 1,
      offset: 0.62,
      easing: 'cubic-bezier(0.2, 0.4, 0.4, 1)',
    },
    { ...at(way, to), opacity: 1, offset: LANDING_MS / FLIGHT_MS },
    { ...at(way, to), opacity: 0 },
  ];
}

/** From a row of the queue over an arc to a line of the user's day, where the sheet is as small again. */
function toDay(row: Place, day: Place): Keyframe[] {
  return [
    { ...inPixels(row, ROW_SCALE), opacity: 1, easing: 'cubic-bezier(0.4, 0, 0.6, 1)' },
    {
      ...inPixels({ x: (row.x + day.x) / 2, y: Math.min(row.y, day.y) - ARC }, 2 * ROW_SCALE),
      opacity: 1,
      offset: 0.5,
      easing: 'cubic-bezier(0.4, 0, 0.4, 1)',
    },
    { ...inPixels(day, ROW_SCALE), opacity: 1, offset: LANDING_MS / FLIGHT_MS },
    { ...inPixels(day, ROW_SCALE), opacity: 0 },
  ];
}

function fade(from: number): Keyframe[] {
  return [
    { ...at(0, from), opacity: 1, easing: 'ease-in' },
    { ...at(0, from + 16), opacity: 0 },
  ];
}

function inPixels({ x, y }: Place, scale: number): Keyframe {
  return { transform: `translate(${x}px, ${y}px) rotate(0deg) scale(${scale})` };
}

/** A place in scene units as percentages of the moving box, which fit every width. */
function at(x: number, up: number, turn = 0, scale = 1): Keyframe {
  const right = (100 * x) / BOX.width;
  const down = (-100 * up) / BOX.height;
  return { transform: `translate(${right}%, ${down}%) rotate(${turn}deg) scale(${scale})` };
}
