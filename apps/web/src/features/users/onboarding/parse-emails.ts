import { emailSchema } from '@portal/contracts/scalars';

/** Maximum number of users that are onboarded together. */
export const MAX_EMAILS = 500;

/** One entry of the pasted list. */
export interface Entry {
  /** From 1, in the order of the list. */
  readonly number: number;
  readonly text: string;
  /** Null if the text has no valid email. */
  readonly email: string | null;
  /** The name beside the email, or empty. */
  readonly name: string;
  /** An earlier entry has the same email. */
  readonly isRepeated: boolean;
}

/**
 * The entries of a pasted list. Lines, commas and semicolons separate them; an entry is an email,
 * several emails, or a name with one, as in 'Ada Marsh <ada@example.com>' or in two columns.
 */
export function parseEmails(list: string): Entry[] {
  const seen = new Set<string>();
  return list
    .split(/[\n\r,;]+/)
    .flatMap(partsOf)
    .map(({ text, address, name }, index) => {
      const email = emailSchema.safeParse(address).data ?? null;
      const isRepeated = email !== null && seen.has(email);
      if (email !== null) seen.add(email);
      return { number: index + 1, text, email, name, isRepeated };
    });
}

interface Part {
  readonly text: string;
  readonly address: string;
  readonly name: string;
}

function partsOf(piece: string): Part[] {
  const text = piece.trim();
  if (text === '') return [];
  const bracketed = /^(.*)<([^<>]*)>$/.exec(text);
  if (bracketed) {
    const [, name = '', address = ''] = bracketed;
    return [{ text, address, name: name.replaceAll('"', '').trim() }];
  }
  const words = text.split(/\s+/);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length === words.length) {
    return words.map((word) => ({ text: word, address: word, name: '' }));
  }
  const [address = text] = addresses.length === 1 ? addresses : [];
  return [{ text, address, name: words.filter((word) => word !== address).join(' ') }];
}
