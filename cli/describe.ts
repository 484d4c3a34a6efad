/** An unforeseen error in words, without the user and password of an address that the message may quote. */
export function describe(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/:\/\/[^\s/]*@/g, "://***@");
}
