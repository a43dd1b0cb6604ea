import { newApiTokenSchema } from '@portal/contracts/api-tokens';

/** Why the name of a token is refused; undefined if it is valid. */
export function nameError(name: string): string | undefined {
  return newApiTokenSchema.shape.name.safeParse(name).error?.issues[0]?.message;
}
