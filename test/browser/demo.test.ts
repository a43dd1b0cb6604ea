import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeData } from './demo/data.js';
import { Demo } from './demo/demo.js';
import { describeScreens } from './demo/screens.js';
import { describeTraffic } from './demo/traffic.js';

const demo = new Demo();
beforeAll(() => demo.start());
afterAll(() => demo.stack.stop());

describe('the demo', () => {
  describeData(demo);
  describeScreens(demo);
  // Last, as it changes the data.
  describeTraffic(demo);
});
