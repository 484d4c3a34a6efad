// Which scenarios a rule for several is for.

/** `project`, `tag:shop` and `path:/blog/*` as people read them. */
export function scopeWords(scope: string): string {
  if (scope.startsWith("tag:")) return `Tag ${scope.slice("tag:".length)}`;
  return scope.startsWith("path:") ? `Path ${scope.slice("path:".length)}` : "All scenarios";
}
