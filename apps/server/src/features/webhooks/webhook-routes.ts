import { Param } from '@nestjs/common';
import { idParamSchema } from '@portal/contracts/scalars';
import { Allow } from '../../http/routes/access.js';

/** What the routes of webhooks have in common. */
export const WebhookId = () => Param('webhookId', { schema: idParamSchema });
export const Managed = () => Allow.with('project-admin').inProject('projectId');
