import type { ApiToken } from '@portal/contracts/api-tokens';
import { versionOf } from '../../../http/output/etags.js';
import type { ApiTokenRow } from '@portal/persistence/users/api-tokens';

export function presentApiToken(row: ApiTokenRow): ApiToken {
  const { id, name, is_active, created_at, last_used_at, expires_at } = row;
  const version = versionOf({ id, name, is_active, expires_at });
  return { id, name, is_active, created_at, last_used_at, expires_at, version };
}
