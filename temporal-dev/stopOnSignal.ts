// Stops everything that was started, once and in order, on Ctrl-C or SIGTERM. A third signal does not wait: npm passes on the one that the
// terminal has already sent.

/** `asked` resolves when a stop is requested. `stop` is awaited before the process exits with `code`. */
export function stopOnSignal(log: (line: string) => void): { asked: Promise<void>; ask(): void } {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  let times = 0;
  const handle = () => {
    times += 1;
    if (times === 1) {
      log("stopping…");
      ask();
    } else if (times === 3) process.exit(130);
  };
  process.on("SIGINT", handle);
  process.on("SIGTERM", handle);
  process.on("SIGHUP", handle);
  return { asked, ask };
}
