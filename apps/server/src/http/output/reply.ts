import { Res } from '@nestjs/common';

/** The reply of a handler that returns its body, for headers and the status. */
export const Reply = () => Res({ passthrough: true });
