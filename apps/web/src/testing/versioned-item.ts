import { z } from 'zod';
import type { Call, Reply } from './stub-server';
import { refusal } from './stub-server';

type Stored = Readonly<Record<string, unknown>> & { readonly version: string | number };

/** One item as the server stores it: a change of an old version is refused by `If-Match`. */
export class VersionedItem<Item extends Stored> {
  /** The next change is refused with this answer. */
  refuseNext: Reply | undefined;

  constructor(public stored: Item) {}

  /** Another person changes fields. */
  change(fields: Readonly<Record<string, unknown>>): void {
    const { version } = this.stored;
    const next = typeof version === 'number' ? version + 1 : `${version}+`;
    this.stored = { ...this.stored, ...fields, version: next };
  }

  /** Answers a PATCH or PUT. */
  readonly update = ({ headers, body }: Call): Reply => {
    const refused = this.refuseNext;
    this.refuseNext = undefined;
    if (refused) return refused;
    const sent = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    if (headers['if-match'] !== `"${this.stored.version}"`) return this.#stale(sent);
    this.change(sent);
    return { json: this.stored };
  };

  #stale(sent: Readonly<Record<string, unknown>>): Reply {
    const answer = refusal('conflict', 409, 'It has been changed by somebody else');
    const errors = Object.entries(sent).map(([name, value]) => ({
      ...{ pointer: `/${name}`, detail: 'has changed', sent: value },
      stored: this.stored[name] ?? null,
    }));
    return { ...answer, json: { ...Object(answer.json), errors } };
  }
}

/** A refusal for what the form sent at a field. */
export function refusedField(name: string, detail: string): Reply {
  const answer = refusal('invalid-input', 400, 'The body is not valid');
  return { ...answer, json: { ...Object(answer.json), errors: [{ pointer: `/${name}`, detail }] } };
}
