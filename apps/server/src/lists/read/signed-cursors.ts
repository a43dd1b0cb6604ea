import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';

/** The texts for `after`. They are signed, since a client may send back only what it was given. */
@Injectable()
export class SignedCursors {
  private readonly secret: string;

  constructor(@Inject(CONFIG) { jwtSecret }: Pick<Config, 'jwtSecret'>) {
    this.secret = jwtSecret;
  }

  /** @param of what the cursor belongs to, as JSON: for anything else it is not valid */
  write(content: unknown, of: unknown): string {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${this.signature(text, of).toString('base64url')}`;
  }

  /** @returns the content; undefined for a text that `write` did not write for the same `of` */
  read(cursor: string, of: unknown): unknown {
    const [text = '', signature = ''] = cursor.split('.');
    const sent = Buffer.from(signature, 'base64url');
    const meant = this.signature(text, of);
    // The text is compared, too: several texts have the same bytes.
    const isMeant =
      sent.length === meant.length &&
      timingSafeEqual(sent, meant) &&
      cursor === `${text}.${meant.toString('base64url')}`;
    return isMeant ? JSON.parse(Buffer.from(text, 'base64url').toString()) : undefined;
  }

  private signature(text: string, of: unknown): Buffer {
    const owner = createHash('sha256').update(JSON.stringify(of)).digest('base64url');
    return createHmac('sha256', this.secret).update(`cursor ${owner} ${text}`).digest();
  }
}
