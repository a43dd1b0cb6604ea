import { INSTANT_FORMS, type InstantForm } from '@portal/contracts/file-formats';
import { instantReader } from '@portal/domain/file-format/instants';

const READERS = INSTANT_FORMS.map((form) => [form, instantReader(form, 'UTC')] as const);
/** Numbers of seconds from 1973 to 5138, and of milliseconds in the same years. */
const SECONDS = /^\d{9,11}(?:[.,]\d+)?$/;
const MILLISECONDS = /^\d{12,14}(?:[.,]\d+)?$/;

const DOTTED = /^\d{1,2}\.\d{1,2}\./;

/** The forms that the instants of a file can have, by all texts that are added. */
export class InstantForms {
  #forms: readonly (typeof READERS)[number][] = READERS;
  #example: string | undefined;
  #count = 0;

  /** A text that has none of the forms left is an error of its row and says nothing of the file. */
  add(text: string): void {
    if (text === '' || (this.#forms.length === 1 && this.#count > 0)) return;
    const fitting = this.#forms.filter(([form, read]) => isInstant(form, text, read(text)));
    if (fitting.length === 0) return;
    this.#count++;
    this.#forms = fitting;
    const readings = new Set(fitting.map(([, read]) => read(text)));
    if (readings.size > 1) this.#example ??= text;
  }

  /** The forms that fit all texts, the likeliest first; none if there was no instant. */
  get fitting(): readonly InstantForm[] {
    return this.#count === 0 ? [] : this.#forms.map(([form]) => form);
  }

  /** A text that the forms that are left read as other instants: only a person knows which is meant. */
  get ambiguous(): string | undefined {
    return this.#forms.length > 1 ? this.#example : undefined;
  }
}

/** The forms of these texts. */
export function recogniseInstants(texts: Iterable<string>): InstantForms {
  const forms = new InstantForms();
  for (const text of texts) forms.add(text);
  return forms;
}

function isInstant(form: InstantForm, text: string, read: string | undefined): boolean {
  if (read === undefined) return false;
  if (form === 'epoch-seconds') return SECONDS.test(text);
  if (form === 'epoch-milliseconds') return MILLISECONDS.test(text);
  // Nobody writes the month first between points.
  if (form === 'month-first' && DOTTED.test(text)) return false;
  const [year = 0, month = 0, day = 0] = read.slice(0, 10).split('-').map(Number);
  const days = new Date(Date.UTC(year, month - 1, day));
  const exists = days.getUTCMonth() === month - 1 && days.getUTCDate() === day;
  return exists && year >= 1900 && year < 2200 && !Number.isNaN(Date.parse(read));
}
