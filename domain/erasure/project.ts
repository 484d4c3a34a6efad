// Whether a stored value is about a project that is being deleted. Its name is free text and decides nothing: any word may be one.

export type ProjectTraits = { id: string; slug: string; baseUrl: string };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !ArrayBuffer.isView(value);

/** Whether one of the texts in a value fits, however deep. */
function someText(value: unknown, fits: (text: string) => boolean): boolean {
  if (typeof value === "string") return fits(value);
  if (Array.isArray(value)) return value.some((one) => someText(one, fits));
  return isFields(value) && Object.values(value).some((one) => someText(one, fits));
}

/** An id within a longer text, as in an address; ids are all of one length. */
const names = (value: unknown, id: string): boolean => someText(value, (text) => text.includes(id));

/** Calls of tools, as conversations and proposals keep them. */
type WithCalls = { calls?: unknown; offers?: unknown };

/**
 * Whether a turn of a conversation, or a proposal, is about the project: it has its id, or a call or an offer names it by its slug. What is
 * told in prose does not count, be it the project's name.
 */
export function talkNamer({ id, slug }: Pick<ProjectTraits, "id" | "slug">): (value: WithCalls) => boolean {
  const isCalled = (call: unknown): boolean => {
    const args = isFields(call) ? call.args : undefined;
    if (!isFields(args)) return false;
    // Beside a project, a slug is something else's.
    return (args.project ?? args.slug) === slug;
  };
  const some = (calls: unknown) => Array.isArray(calls) && calls.some(isCalled);
  return (value) => names(value, id) || some(value.calls) || some(value.offers);
}

/**
 * What an entry of the audit log says of the project by itself: `yes`, `no`, or `site`: nothing but an address on its site, so that it is
 * about the project where its target is nobody else's; `target`: only whose its target is tells.
 */
export type LogVerdict = "yes" | "no" | "site" | "target";

/** `otherSites`: base addresses of the other projects of the organisation. What is on one of these too is not told apart by its address. */
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

/** "https://shop.example" has "https://shop.example/cart", and not "https://shop.example.org". */
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
