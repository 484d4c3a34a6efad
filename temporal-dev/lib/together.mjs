// Runs parts that depend on each other: each as soon as those before it are done, so that downloads and builds overlap.

/**
 * @typedef {object} Part
 * @property {readonly string[]} after parts that must be done first, where they are to be done at all
 * @property {() => Promise<unknown>} run
 */

/**
 * Starts every part when those before it are done. One that fails stops only those after it; the others end first, since what
 * they make is kept.
 * @param {Readonly<Record<string, Part>>} parts
 * @returns {Promise<void>}
 * @throws the error of the first part, in their order, that failed
 */
export async function runTogether(parts) {
  /** @type {Map<string, Promise<boolean>>} */
  const started = new Map();
  /** @type {Map<string, unknown>} */
  const failed = new Map();
  /** @param {string} name @returns {Promise<boolean>} whether it was done */
  const start = (name) => {
    const known = started.get(name);
    if (known) return known;
    const part = /** @type {Part} */ (parts[name]);
    const done = (async () => {
      const before = await Promise.all(part.after.filter((one) => Object.hasOwn(parts, one)).map(start));
      if (before.includes(false)) return false;
      try {
        await part.run();
        return true;
      } catch (error) {
        failed.set(name, error);
        return false;
      }
    })();
    started.set(name, done);
    return done;
  };
  await Promise.all(Object.keys(parts).map(start));
  for (const name of Object.keys(parts)) if (failed.has(name)) throw failed.get(name);
}
