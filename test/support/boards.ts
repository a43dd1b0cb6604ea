import type { Page } from 'playwright-core';
import { recountPod } from './pod-recount.js';
import { recount } from './recount.js';

/** The numbers on an open page, and the same numbers counted by SQL, both as they are written. */
export interface Board {
  name: string;
  page: Page;
  shown(): Promise<unknown>;
  counted(): Promise<unknown>;
}

interface PodBoard {
  page: Page;
  databaseUrl: string;
  pod: string;
}

/** The rows of the trainers by email, and the sums above them. */
export function leadBoard({ page, databaseUrl, pod }: PodBoard): Board {
  return {
    name: 'lead board',
    page,
    shown: () =>
      page.evaluate(() => {
        const text = (element: Element | null | undefined) => element?.textContent.trim() ?? null;
        const cards = [...document.querySelectorAll('section')];
        const card = (title: string) =>
          text(cards.find((one) => text(one.querySelector('h2')) === title)?.querySelector('p'));
        const rows = [...document.querySelectorAll<HTMLElement>('ul[aria-label="Trainers"] > li')];
        const words = /Needs Attention|Approaching Target|On Target|Nothing due yet/;
        return {
          tasks: card('Tasks done'),
          turns: card('Turns done'),
          rows: Object.fromEntries<(string | null)[]>(
            rows.map((row) => [
              row.dataset['key'] ?? '',
              [
                ...[...row.querySelectorAll('strong')].map(text),
                words.exec(row.textContent)?.[0] ?? null,
              ],
            ]),
          ),
        };
      }),
    async counted() {
      const { trainers, target, weekdays_before } = await recountPod(databaseUrl, pod);
      const percentOf = (tasks: number, turns: number, days: number) =>
        target === null
          ? null
          : Math.max(
              cut((tasks * 1000) / (target.daily_tasks * days)),
              cut((turns * 1000) / (target.daily_turns * days)),
            );
      const rows = trainers.map(({ email, tasks, turns }) => {
        const work = [count(tasks), count(turns)];
        const percent = percentOf(tasks, turns, 5);
        const due = weekdays_before === 0 ? null : percentOf(tasks, turns, weekdays_before);
        if (percent === null) return [email, [...work, null]];
        const decides = percent >= 100 ? percent : due;
        const number = decides === null ? [] : [`${decides.toFixed(1)}%`];
        return [email, [...work, ...number, wordsOf(decides)]];
      });
      return {
        tasks: count(trainers.reduce((sum, trainer) => sum + trainer.tasks, 0)),
        turns: count(trainers.reduce((sum, trainer) => sum + trainer.turns, 0)),
        rows: Object.fromEntries(rows) as Record<string, unknown>,
      };
    },
  };
}

/** The two counters of the review desk. */
export function reviewDesk({ page, databaseUrl, pod }: PodBoard): Board {
  return {
    name: 'review desk',
    page,
    shown: () =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll('section')];
        const card = cards.find((one) => one.textContent.includes('Task Review Progress'));
        return [...(card?.querySelectorAll('dt + dd') ?? [])].map(({ textContent }) => textContent);
      }),
    async counted() {
      const { pending, done } = await recountPod(databaseUrl, pod);
      return [count(pending), count(done)];
    },
  };
}

/** The first page of the review queue. */
export function reviewQueue({ page, databaseUrl, pod }: PodBoard): Board {
  return {
    name: 'review queue',
    page,
    shown: () =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll('section')];
        const card = cards.find((one) => one.textContent.includes('Review next'));
        return [...(card?.querySelectorAll('li') ?? [])].map((row) =>
          Number(/Task (\d+)/.exec(row.textContent)?.[1]),
        );
      }),
    counted: async () => (await recountPod(databaseUrl, pod)).waiting,
  };
}

const CARDS = [
  'Total Tasks',
  'Completion Rate',
  'Review Rate',
  'Rework Rate',
  'Total Reviews',
  'Total Batches',
];

interface ProjectBoard {
  page: Page;
  databaseUrl: string;
  projectId: number;
}

/** The cards of the Project Dashboard. */
export function projectDashboard({ page, databaseUrl, projectId }: ProjectBoard): Board {
  return {
    name: 'project dashboard',
    page,
    shown: () =>
      page.evaluate((titles) => {
        const cards = [...document.querySelectorAll('section')];
        return Object.fromEntries(
          titles.map((title) => {
            const card = cards.find((one) => one.querySelector('h2')?.textContent === title);
            return [title, card?.querySelector('p')?.textContent ?? null];
          }),
        );
      }, CARDS),
    async counted() {
      const { stats } = await recount(databaseUrl, projectId);
      return {
        'Total Tasks': count(stats.total_tasks),
        'Completion Rate': `${stats.completion_rate.toFixed(1)}%`,
        'Review Rate': `${stats.review_rate.toFixed(1)}%`,
        'Rework Rate': `${stats.rework_rate.toFixed(1)}%`,
        'Total Reviews': count(stats.total_reviews),
        'Total Batches': count(stats.total_batches),
      };
    },
  };
}

/** @param decides the number of the level; null while nothing is due */
function wordsOf(decides: number | null): string {
  if (decides === null) return 'Nothing due yet';
  if (decides >= 100) return 'On Target';
  return decides >= 85 ? 'Approaching Target' : 'Needs Attention';
}

/** Tenths, cut and not rounded. */
function cut(tenths: number): number {
  return Math.floor(tenths) / 10;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
