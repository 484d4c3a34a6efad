// Converts a pa11y-ci configuration: addresses, or the pages of its sitemap, into scenarios; headers and sign-ins into access by the names
// of variables.

import { type Fields, fieldsOf, isFields, listOf } from "../fields.ts";
import type { AccessFrom, From } from "../projectFile/accessFrom.ts";
import type { FileEnvironment, FileScenario } from "../projectFile/types.ts";
import type { ShotStep } from "../visual/shot.ts";
import { type Listed, NO_SITE, scenariosOf } from "./addresses.ts";
import { type Beside, type Converted, sectionsOf } from "./converted.ts";
import { accessOfHeaders, mainOrigin, valueNotWritten, withAccess } from "./environments.ts";
import { at, createNotes, type Notes, type Row, rowOf } from "./leftOut.ts";
import { PASSWORD, stepsOfActions } from "./pa11yActions.ts";
import {
  PAGE_ROWS,
  RUNNERS,
  STANDARDS,
  TOP_OTHERWISE,
  UNKNOWN,
  UNKNOWN_RUNNER,
  UNKNOWN_STANDARD,
} from "./pa11yFields.ts";
import { pagesOfSitemap, SITEMAP_FIELDS } from "./pa11ySitemap.ts";
import { refused } from "./problems.ts";
import { MAX_WAIT_MS } from "./scenarioShape.ts";

type Access = Exclude<AccessFrom, From>;

const TAKEN = ["url", "wait", "actions", "headers", "standard", "runners"];
const BEFORE_SCREENSHOTS =
  "visual tests take these steps before their screenshots; the accessibility audit opens pages without them";

/** `beside.related` may contain the sitemap. Throws `validation_error` if the file names neither pages nor a sitemap. */
export function pa11yCi(file: Fields, beside: Beside = {}): Converted {
  const notes = createNotes();
  notes.listFields(file, "", { rows: {}, taken: ["urls", "defaults", ...SITEMAP_FIELDS], otherwise: TOP_OTHERWISE });
  if (file.defaults !== undefined && !isFields(file.defaults)) notes.needsYou("defaults", "must be an object");
  const defaults = fieldsOf(file.defaults);
  listFields(defaults, "defaults", notes);
  const entries = [...ownUrls(file, notes), ...pagesOfSitemap(file, beside, notes)];
  if (entries.length === 0 && notes.all().every(({ path }) => path !== "sitemap"))
    throw refused("The file names no page", [
      { path: "urls", message: 'must be a list of addresses; or name the sitemap: --sitemap "https://…/sitemap.xml"' },
    ]);
  const access = accessOfHeaders(defaults.headers, "defaults.headers", notes);
  const origin = mainOrigin(entries.map(({ url }) => url));
  const usual = actionsOf(defaults, "defaults", { access, origin, url: entries[0]?.url }, notes);
  const pages = scenariosOf(
    entries.map(({ path, url, own }) => ({
      path,
      url,
      more: moreOf(own, path, { defaults, usual, site: { access, origin, url } }, notes),
    })),
  );
  for (const { path, reason } of pages.leftOut) notes.needsYou(path, reason);
  const path = Object.keys(access).length === 0 || access.signIn ? "defaults.actions" : "defaults.headers";
  const environments: FileEnvironment[] = withAccess(pages.environments, access, path, notes);
  return { sections: sectionsOf({ environments, scenarios: pages.scenarios }), leftOut: notes.all() };
}

type Entry = Omit<Listed, "more"> & { own: Fields };

function ownUrls(file: Fields, notes: Notes): Entry[] {
  const list = listOf(file.urls);
  if (file.urls !== undefined && !Array.isArray(file.urls)) notes.needsYou("urls", "must be a list");
  return list.flatMap((entry, i) => {
    const path = `urls[${i}]`;
    const own = isFields(entry) ? entry : { url: entry };
    if (typeof own.url !== "string") {
      notes.needsYou(path, "names no address");
      return [];
    }
    listFields(own, path, notes);
    return [{ path, url: addressOf(own.url.trim()), own }];
  });
}

/** pa11y interprets `localhost:4000/a` and `example.com/a` as http. */
function addressOf(url: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(url) || /^[./#?]/.test(url)) return url;
  const host =
    /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[a-z\d-]+\.)+[a-z]{2,})(?::\d+)?(?=[/?#]|$)|^[\w.-]+:\d+(?=[/?#]|$)/i;
  return host.test(url) && !/^[^/]+\.(?:x?html?|php|aspx?|pdf)$/i.test(url) ? `http://${url}` : url;
}

function listFields(fields: Fields, path: string, notes: Notes): void {
  notes.listFields(fields, path, { rows: PAGE_ROWS, taken: TAKEN, otherwise: UNKNOWN });
  const { standard, runners } = fields;
  if (standard !== undefined) addRow(STANDARDS, standard, UNKNOWN_STANDARD, at(path, "standard"), notes);
  for (const runner of [runners ?? []].flat()) addRow(RUNNERS, runner, UNKNOWN_RUNNER, at(path, "runners"), notes);
}

function addRow(rows: Readonly<Record<string, Row | null>>, key: unknown, unknown: Row, path: string, notes: Notes) {
  const row = rowOf(rows, String(key), unknown);
  if (row) notes.add(path, row);
}

/** `access`: what the environment has so far. `url`: the page that the fields belong to. */
type Site = { access: Access; origin: string | null; url?: string };
type Around = { defaults: Fields; usual: ShotStep[]; site: Site };

function moreOf(own: Fields, path: string, { defaults, usual, site }: Around, notes: Notes): Partial<FileScenario> {
  const more: Partial<FileScenario> = {};
  const [wait, where] = own.wait === undefined ? [defaults.wait, "defaults.wait"] : [own.wait, at(path, "wait")];
  if (typeof wait === "number" && wait > 0) more.delay = Math.min(Math.round(wait), MAX_WAIT_MS);
  if (wait !== undefined && (typeof wait !== "number" || wait > MAX_WAIT_MS))
    notes.needsYou(where, `must be a number of milliseconds up to ${MAX_WAIT_MS}`);
  if (own.headers !== undefined)
    notes.needsYou(at(path, "headers"), "headers belong to an environment, not to one page: add them to its access");
  const steps = own.actions === undefined ? usual : actionsOf(own, path, site, notes);
  if (steps.length > 0) more.steps = steps;
  return more;
}

/** Returns steps before a page's screenshots. A list that types a password is a sign-in and becomes the access instead. */
function actionsOf(fields: Fields, path: string, { access, origin, url }: Site, notes: Notes): ShotStep[] {
  if (fields.actions === undefined) return [];
  const where = at(path, "actions");
  const { steps, signsIn } = stepsOfActions(fields.actions, where, notes);
  if (!signsIn) {
    if (steps.length > 0) notes.noMeaning(where, BEFORE_SCREENSHOTS);
    return steps as ShotStep[];
  }
  const page = url === undefined ? null : URL.parse(url, origin ?? NO_SITE);
  if (access.signIn || page === null)
    notes.needsYou(where, "signs in, and an environment has one sign-in: add it to its access");
  else {
    const own = page.origin === (origin ?? NO_SITE);
    access.signIn = { url: own ? page.pathname + page.search : page.href, steps };
    notes.needsYou(where, `became the sign-in of the environment; ${valueNotWritten(PASSWORD)}`);
  }
  return [];
}
