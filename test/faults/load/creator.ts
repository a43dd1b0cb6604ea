import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/api.js';
import type { Tools } from './tools.js';

/** The first request with the key still runs, or was lost before it was answered. */
const IN_USE = 'idempotency-key-in-use';
const ANSWER_LOST = 'idempotency-answer-lost';

interface Creation {
  readonly name: string;
  readonly key: string;
  isAcknowledged: boolean;
}

/** Creates pods with an Idempotency-Key, and sends each request again until it is acknowledged. */
export class Creator {
  readonly creations: Creation[] = [];

  constructor(private readonly tools: Tools) {}

  /** @returns what forgets all acknowledgements since now */
  mark(): () => void {
    const { length } = this.creations;
    return () => {
      for (const creation of this.creations.slice(length)) creation.isAcknowledged = false;
    };
  }

  async create(): Promise<void> {
    const open = this.creations.at(-1);
    const creation = open?.isAcknowledged === false ? open : this.next();
    const { api, journal, project } = this.tools;
    const body = { name: creation.name, project_id: project };
    const answer = await journal.call('create', async () => {
      const answered = await api.post('/pods/', body, { 'idempotency-key': creation.key });
      return withoutWaiting(answered);
    });
    if (answer !== undefined) creation.isAcknowledged = true;
  }

  private next(): Creation {
    const name = `Pod ${this.tools.name}-${this.creations.length}`;
    const creation = { name, key: randomUUID(), isAcknowledged: false };
    this.creations.push(creation);
    return creation;
  }
}

/** A key in use is a refusal for a while; a lost answer says that the work was done. */
function withoutWaiting(answer: Answer): Answer {
  const { body } = answer;
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  if (code === IN_USE) return { ...answer, status: 503 };
  if (code === ANSWER_LOST) return { ...answer, status: 200 };
  return answer;
}
