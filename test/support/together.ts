// Runs test cases concurrently that mostly wait, because a browser test spends most of its time on a page's own pauses.

/**
 * Declares tests like `it`. When the first of them runs, all start in order, at most `atOnce` at the same time; each test then waits for
 * its own work. Only for cases that share nothing except what `before` created: they set no variable, and request no path of a site twice.
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
    // The rejection is reported by the test itself.
    promise.catch(() => undefined);
    waiting.push(() => work().then(resolve, reject));
    it(title, () => {
      begin();
      return promise;
    });
  };
}
