import { ofAlerts } from './of-alerts.js';
import { ofImports } from './of-imports.js';
import { ofPeople } from './of-people.js';
import { tellOne } from './tell.js';
import { webhooks } from './webhooks.js';

/**
 * Who is told of what. The database writes it in the transaction of what it tells of, so that no write path can forget it
 * and nothing is told that did not happen.
 */
export const telling = [tellOne, webhooks, ofPeople, ofImports, ofAlerts].join('\n\n');
