// Names as ids.

/** `Adds a product!` becomes `adds-a-product`; a name without letters or digits of English becomes `otherwise`. */
export function slugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug || otherwise;
}
