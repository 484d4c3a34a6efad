// Converts names to ids.

/** Converts `Adds a product!` to `adds-a-product`. Returns `otherwise` for a name without English letters or digits. */
export function slugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug || otherwise;
}
