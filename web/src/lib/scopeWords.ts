// Words for the scenarios that a wide rule applies to.

/** Returns readable words for `project`, `tag:shop` and `path:/blog/*`. */
export function scopeWords(scope: string): string {
  if (scope.startsWith("tag:")) return `Tag ${scope.slice("tag:".length)}`;
  return scope.startsWith("path:") ? `Path ${scope.slice("path:".length)}` : "All scenarios";
}
