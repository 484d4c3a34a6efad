// Fields that several administrative inputs share.
import { string } from "yup";
import { ProductError } from "../../domain/errors.ts";
import { LOCATION, LOCATION_RULE } from "../../domain/locations.ts";
import { addressProblem } from "../../domain/net/pageAddress.ts";

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG = 63;

export const nameField = string().trim("must not begin or end with a space").min(1).max(100);
export const slugField = string()
  .max(MAX_SLUG)
  .matches(SLUG, "must be lower-case letters, digits and single hyphens, such as web-shop");
/** Location of the browsers of an environment's runs; null and "" mean any location. */
export const locationOfEnvironment = string()
  .max(32)
  .matches(LOCATION, { message: LOCATION_RULE, excludeEmptyString: true })
  .nullable();
/** Slug or id of a project. */
export const projectField = string().min(1).max(100);

/** An http(s) URL without credentials, query or fragment. */
export const baseUrlField = string()
  .max(2_000)
  .test("address", (value, context) => {
    const message = value == null ? null : addressProblem(value, { relative: false });
    return message === null || context.createError({ message });
  })
  .test("bare", "must have no query and no fragment", (v) => v == null || !/[?#]/.test(v));

/** Normalizes the URL: lower-case host, no default port, no trailing slash. */
export function tidyBaseUrl(url: string): string {
  return new URL(url).href.replace(/\/+$/, "");
}

/** Returns the given slug, or one derived from the name: "Café & Bar" → "cafe-bar". */
export function slugFor(slug: string | undefined, name: string): string {
  if (slug !== undefined) return slug;
  const made = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, "");
  if (made !== "") return made;
  throw new ProductError("validation_error", `The name "${name}" cannot be turned into a slug. Pass one.`, {
    fields: [{ path: "slug", message: "is required because the name has no Latin letters or digits" }],
  });
}
