import { LRUCache } from 'lru-cache';
import type { KnownAnswer } from './known-answer.js';

/** Their rows take several times as much. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The last answer to each question that was asked lately: to a statement with its values. */
export class KnownAnswers {
  private readonly answers = new LRUCache<string, KnownAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, question) => bytes.length + question.length,
  });

  to(question: string): KnownAnswer | undefined {
    return this.answers.get(question);
  }

  keep(question: string, answer: KnownAnswer): void {
    this.answers.set(question, answer);
  }
}
