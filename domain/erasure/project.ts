// Decides whether a stored value is about a project that is being deleted. The project's name is free text and not used, because it can be
// any word.

export type ProjectTraits = { id: string; slug: string; baseUrl: string };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !ArrayBuffer.isView(value);

/** Returns whether any text in a value matches, at any depth. */
function someText(value: unknown, fits: (text: string) => boolean): boolean {
  if (typeof value === "string") return fits(value);
  if (Array.isArray(value)) return value.some((one) => someText(one, fits));
  return isFields(value) && Object.values(value).some((one) => someText(one, fits));
}

/** Returns whether a value contains an id, also within a longer text such as a URL. All ids have the same length. */
const names = (value: unknown, id: string): boolean => someText(value, (text) => text.includes(id));

/** Tool calls as stored in conversations and proposals. */
type WithCalls = { calls?: unknown; offers?: unknown };

/**
 * Returns a function that tests whether a turn of a conversation or a proposal is about the project: it contains the project's id, or a
 * call or an offer names the project by its slug. Prose does not count, even if it contains the project's name.
 */
export function talkNamer({ id, slug }: Pick<ProjectTraits, "id" | "slug">): (value: WithCalls) => boolean {
  const isCalled = (call: unknown): boolean => {
    const args = isFields(call) ? call.args : undefined;
    if (!isFields(args)) return false;
    // If there is a `project`, `slug` belongs to something else.
    return (args.project ?? args.slug) === slug;
  };
  const some = (calls: unknown) => Array.isArray(calls) && calls.some(isCalled);
  return (value) => names(value, id) || some(value.calls) || some(value.offers);
}

/**
 * Whether an entry of the audit log is about the project: `yes`; `no`; `site`: it only contains an address on the project's site, so it is
 * about the project unless its target belongs to something else; `target`: this depends on who owns its target.
 */
export type LogVerdict = "yes" | "no" | "site" | "target";

/**
 * Returns a function that classifies log entries. `otherSites`: base URLs of the organisation's other projects. An address that is also on
 * one of these sites does not identify the project.
 */
export function logNamer(
  { id, slug, baseUrl }: ProjectTraits,
  otherSites: readonly string[],
): (entry: { target: string; details?: Fields }) => LogVerdict {
  const onSite = siteTest(baseUrl);
  const elsewhere = otherSites.map(siteTest);
  const isOurs = (text: string) => onSite(text) && !elsewhere.some((test) => test(text));
  return ({ target, details = {} }) => {
    if (target === id || names(details, id)) return "yes";
    if (typeof details.project === "string") return details.project === slug ? "yes" : "no";
    return isOurs(target) || someText(details, isOurs) ? "site" : "target";
  };
}

/** "https://shop.example" contains "https://shop.example/cart", but not "https://shop.example.org". */
function siteTest(baseUrl: string): (text: string) => boolean {
  const site = baseUrl.replace(/\/+$/, "").toLowerCase();
  return (text) => {
    const lower = text.toLowerCase();
    return (
      site !== "" &&
      lower.startsWith(site) &&
      (lower.length === site.length || "/?#".includes(lower[site.length] ?? ""))
    );
  };
}
