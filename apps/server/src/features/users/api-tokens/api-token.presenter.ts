import type { ApiToken } from '@portal/contracts/api-tokens';
import type { ApiTokenRow } from './api-token-store.js';

export function presentApiToken(row: ApiTokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    is_active: row.is_active,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
  };
}
