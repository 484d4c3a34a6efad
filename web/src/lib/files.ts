// Loads screen files when they are first needed.

/**
 * Loads with `load`. If that fails, for example because the service is restarting, waits until the service responds and loads once more.
 * Rejects if the second attempt fails, because then the file belongs to an older version.
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
