import { Global, Module } from '@nestjs/common';
import { Sandbox } from './sandbox.js';

/** Where custom SQL runs, for whichever feature needs it. */
@Global()
@Module({ providers: [Sandbox], exports: [Sandbox] })
export class SandboxModule {}
