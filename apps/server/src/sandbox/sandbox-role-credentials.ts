import { createHash, hkdfSync } from 'node:crypto';
import { scramVerifier } from '@portal/persistence/reporting/scram';

/** The password of a sandbox role, which follows from the portal's secret: every server knows it, nobody keeps it. */
export function sandboxRolePassword(secret: string, role: string): string {
  return Buffer.from(hkdfSync('sha256', secret, role, 'portal custom sql', 32)).toString(
    'base64url',
  );
}

/** What the database keeps of it; the same at each boot. */
export function sandboxRoleVerifier(secret: string, role: string): string {
  const salt = createHash('sha256').update(`salt of ${role}`).digest().subarray(0, 16);
  return scramVerifier(sandboxRolePassword(secret, role), salt);
}

/** The address of the statistics database with the sandbox role's login instead of the one it carries. */
export function sandboxRoleUrl(statsDatabaseUrl: string, role: string, password: string): string {
  const url = new URL(statsDatabaseUrl);
  url.username = role;
  url.password = password;
  for (const name of ['user', 'password', 'options']) url.searchParams.delete(name);
  return url.href;
}
