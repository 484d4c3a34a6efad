// Ctrl-C and SIGTERM stop everything that was started, once, in order; a second Ctrl-C does not wait.

/** Resolves when a stop was asked for. `stop` is awaited before the process ends with `code`. */
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
