import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Authenticator } from './authenticator.js';
import { bearerIn } from './bearer.js';
import type { CallerProof } from './caller-proof.js';
import { BegunRead, type ProvenRead } from './proven-read.js';

/** What a request was answered with, and what that was made of. */
interface Answered {
  /** The snapshot in which its caller had been looked up. */
  readonly seenIn: string;
  readonly read: ProvenRead;
  readonly rows: readonly object[];
  readonly json: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Answers that come again. A request that has been made before, by the same token and for a caller
 * who has not been looked up anew since, asks the database what it asked then, before anything else
 * is done for it. If the very rows come back, and with them the proof that the caller is the same,
 * whatever follows would come to the same answer, which is sent. Otherwise all of it is done, with
 * the rows that were read.
 */
@Injectable()
export class RepeatedAnswers {
  private readonly answered = new LRUCache<string, Answered>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ json, read }, key) => json.length + read.text.length + key.length,
  });
  private readonly known = new WeakSet<readonly object[]>();

  constructor(private readonly authenticator: Authenticator) {}

  /** To be called after whatever else looks at each request before its route does. */
  watch(server: FastifyInstance): void {
    server.decorateRequest('begunRead', null);
    server.addHook('onRequest', (request, reply, done) => {
      const answered = this.lastOf(request);
      if (answered) answerAgain(answered, request, reply, done);
      else done();
    });
  }

  /** @param proof of the caller, by which `answer` was made */
  remember(request: FastifyRequest, proof: CallerProof, answer: unknown): void {
    const { vouched, seenIn } = proof;
    const token = bearerIn(request);
    if (!vouched || vouched.answer !== answer || token === undefined) return;
    const { read, rows } = vouched;
    // Most answers never come again: only one whose rows have is made into text once more.
    if (this.known.has(rows)) {
      const json = JSON.stringify(answer);
      this.answered.set(keyOf(request, token), { seenIn, read, rows, json });
    }
    this.known.add(rows);
  }

  private lastOf(request: FastifyRequest): Answered | undefined {
    const token = request.method === 'GET' ? bearerIn(request) : undefined;
    if (token === undefined) return undefined;
    const answered = this.answered.get(keyOf(request, token));
    if (!answered) return undefined;
    const caller = this.authenticator.recall(token);
    return caller?.proof.seenIn === answered.seenIn ? answered : undefined;
  }
}

function answerAgain(
  { read, rows, json }: Answered,
  request: FastifyRequest,
  reply: FastifyReply,
  goOn: () => void,
): void {
  const begun = new BegunRead(read);
  request.begunRead = begun;
  begun.found<object>().then(
    (found) => {
      if (found === rows) void reply.type(JSON_TYPE).send(json);
      else goOn();
    },
    // The route finds what it failed by, and says so.
    () => goOn(),
  );
}

function keyOf({ url }: FastifyRequest, token: string): string {
  return `${url} ${token}`;
}
