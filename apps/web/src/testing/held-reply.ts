/** A reply of the stub server that waits until the spec releases it. */
export function heldReply() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

/** How many placeholders of content a person sees there. */
export function placeholders(within: Element): number {
  return within.querySelectorAll('.MuiSkeleton-root').length;
}
