import { Param } from '@nestjs/common';
import { idParamSchema } from '@portal/contracts/scalars';

/** Parameters in the paths of several controllers. */
export const ProjectId = () => Param('projectId', { schema: idParamSchema });
export const UserId = () => Param('userId', { schema: idParamSchema });
export const StatId = () => Param('statId', { schema: idParamSchema });
