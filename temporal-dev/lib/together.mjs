// Runs parts that depend on each other: each starts as soon as its dependencies are done, so that downloads and builds overlap.

/**
 * @typedef {object} Part
 * @property {readonly string[]} after parts that must be done first, if they run at all
 * @property {() => Promise<unknown>} run
 */

/**
 * Starts every part as soon as its dependencies are done. A failed part stops only the parts that depend on it; all others finish first,
 * because their results are kept.
 * @param {Readonly<Record<string, Part>>} parts
 * @returns {Promise<void>}
 * @throws the error of the first failed part, in the order of the parts
 */
export async function runTogether(parts) {
  /** @type {Map<string, Promise<boolean>>} */
  const started = new Map();
  /** @type {Map<string, unknown>} */
  const failed = new Map();
  /** @param {string} name @returns {Promise<boolean>} whether it succeeded */
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
