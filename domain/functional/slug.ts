// Converts names to ids.
import { createHash } from "node:crypto";

/** Letters of other scripts, which an id cannot contain. */
const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Converts `Adds a product!` to `adds-a-product`. A name in another script, or without any letter or digit, gets a mark derived from it:
 * otherwise all such names would have the same id. Returns `otherwise` for an empty name.
 */
export function slugOf(name: string, otherwise: string): string {
  const slug = unmarkedSlugOf(name, otherwise);
  if (!isMarked(name)) return slug;
  const mark = createHash("sha256").update(name.trim().normalize("NFC")).digest("hex").slice(0, 8);
  return `${slug}-${mark}`;
}

/** Returns the id without a mark, as features of files were called before ids had marks. */
export function unmarkedSlugOf(name: string, otherwise: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return slug || otherwise;
}

/** Whether the id of a name contains a mark. */
export const isMarked = (name: string): boolean =>
  OTHER_LETTERS.test(name) || (name.trim() !== "" && !/[a-z0-9]/i.test(name));
