import { Global, Module } from '@nestjs/common';
import { Changes } from './changes.js';

/** How every feature writes. */
@Global()
@Module({ providers: [Changes], exports: [Changes] })
export class ChangesModule {}
