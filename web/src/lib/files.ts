// Files of screens that are loaded when they are first needed.

/**
 * Loads as `load` does. Where that fails, as while the service is started again, it waits until the service answers and
 * loads once more. @throws what the second attempt rejects with: the file belongs to an older version then
 */
export const patiently =
  <T>(load: () => Promise<T>, answers: () => Promise<void>): (() => Promise<T>) =>
  async () => {
    try {
      return await load();
    } catch {
      await answers();
      return load();
    }
  };
