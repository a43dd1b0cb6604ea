import { Global, Module } from '@nestjs/common';
import { AuditedTransactions } from './audited-transactions.js';

/** How every feature writes. */
@Global()
@Module({ providers: [AuditedTransactions], exports: [AuditedTransactions] })
export class AuditedTransactionsModule {}
