import { Global, Module } from '@nestjs/common';
import { AuditedTransactions } from './audited-transactions.js';

/** The write transactions of all features. */
@Global()
@Module({ providers: [AuditedTransactions], exports: [AuditedTransactions] })
export class AuditedTransactionsModule {}
