// Cases that wait more than they work, side by side: a browser test spends most of its time on a page's own pauses.

/**
 * Declares tests like `it`. When the first of them runs, all begin, `atOnce` at a time and in their order; each test then waits
 * for its own. For cases that share nothing but what `before` made: no variable that is set, no path of a site twice.
 */
export function together(atOnce: number): (title: string, work: () => Promise<void>) => void {
  const waiting: (() => Promise<void>)[] = [];
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    const next = async (): Promise<void> => {
      for (let work = waiting.shift(); work; work = waiting.shift()) await work();
    };
    for (let at = 0; at < atOnce; at++) void next();
  };
  return (title, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Its own test tells of it.
    promise.catch(() => undefined);
    waiting.push(() => work().then(resolve, reject));
    it(title, () => {
      begin();
      return promise;
    });
  };
}
