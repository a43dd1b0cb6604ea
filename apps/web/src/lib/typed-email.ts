import { emailSchema } from '@portal/contracts/scalars';

/**
 * The email that a search text is, unless it was found: a search finds only the users that the
 * caller sees, while the server knows more.
 */
export function typedEmail(text: string, found: readonly string[]): string[] {
  const email = emailSchema.safeParse(text).data;
  return email === undefined || found.includes(email) ? [] : [email];
}
