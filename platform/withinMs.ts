/** What the work answers, or what `late` answers or throws where the work takes longer. The work itself goes on. */
export async function withinMs<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    return await Promise.race([work, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
