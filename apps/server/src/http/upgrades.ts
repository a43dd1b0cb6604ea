import { IncomingMessage } from 'node:http';
import { LIVE_PATH } from '@portal/contracts/live';

/**
 * A request that changes its protocol only if it opens a WebSocket of Socket.IO. As soon as anything
 * listens for upgrades, Node hands over each request with an `Upgrade` header, such as the `h2c` that
 * some clients offer by default, and nobody would answer it. HTTP allows to ignore the header.
 * `shouldUpgradeCallback` of later Node versions decides the same; Node 20 only reads this property.
 */
export class UpgradableRequest extends IncomingMessage {
  declare private wantsUpgrade: boolean;

  get upgrade(): boolean {
    return this.wantsUpgrade && (this.method === 'CONNECT' || this.opensSocket);
  }

  /** Node sets it from the headers, and later whether anything listens. */
  set upgrade(wantsUpgrade: boolean) {
    this.wantsUpgrade = wantsUpgrade;
  }

  private get opensSocket(): boolean {
    const { url = '', headers } = this;
    return url.startsWith(`${LIVE_PATH}/`) && headers.upgrade?.toLowerCase() === 'websocket';
  }
}
