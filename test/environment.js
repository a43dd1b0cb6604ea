import { TestEnvironment } from 'jest-environment-node';

/**
 * A hook that fails is one failure with its reason: Jest would repeat it for each test of the file, and
 * add what the hook after the tests then misses.
 */
export default class OneReason extends TestEnvironment {
  handleTestEvent(event, state) {
    if (event.name !== 'hook_failure') return;
    const { describeBlock, hook } = event;
    if (hook.type === 'beforeAll') {
      this.hasFailed = true;
      const [, ...others] = testsIn(describeBlock);
      for (const test of others) {
        test.errors.length = 0;
        test.mode = 'skip';
      }
    } else if (hook.type === 'afterAll' && this.hasFailed) {
      state.unhandledErrors.pop();
    }
  }
}

function testsIn(block) {
  return block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
}
