/** Describes an unexpected error, without the user and password of URLs that its message may contain. */
export function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/:\/\/[^\s/]*@/g, "://***@");
}
