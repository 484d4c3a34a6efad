// Language versions that sitemaps name (xhtml:link), and what is wrong in them.
import { hreflangProblem } from "./languages.ts";

/** `href` as the sitemap writes it; `url` the absolute address, null where it is none of http(s). */
export type SitemapVersion = { lang: string; href: string; url: string | null };

/** By the entry's address: its versions, and the file that lists it. */
export type SitemapVersions = ReadonlyMap<string, { file: string; versions: readonly SitemapVersion[] }>;

export type VersionProblem = {
  file: string;
  /** The entry. */
  entry: string;
  lang: string;
  /** Absolute, or as it is written. */
  address: string;
  kind: "code" | "address" | "double" | "self" | "return" | "default";
  /** What is wrong, to stand after "names …". */
  detail: string;
};

/** Problems that are told. A generator makes the same mistake in each entry. */
const MOST_PROBLEMS = 20;

/**
 * `audited`: entries whose versions are asked whether they name them in return, which is not repeated here. `complete` false:
 * there are versions that were not read, so nothing is missing.
 */
export function versionProblems(
  lists: SitemapVersions,
  audited: ReadonlySet<string>,
  complete: boolean,
): { problems: VersionProblem[]; left: number } {
  const problems: VersionProblem[] = [];
  let left = 0;
  for (const [entry, { file, versions }] of lists) {
    const add = ({ lang, url, href }: SitemapVersion, kind: VersionProblem["kind"], detail = ""): void => {
      if (problems.length < MOST_PROBLEMS)
        problems.push({ file, entry, lang: lang.slice(0, 30), address: url ?? href.slice(0, 200), kind, detail });
      else left += 1;
    };
    const byLang = new Map<string, string>();
    for (const version of versions) {
      const { lang, url } = version;
      const wrong = hreflangProblem(lang);
      const known = byLang.get(lang.toLowerCase());
      if (wrong !== null) add(version, "code", wrong);
      else if (url === null) add(version, "address");
      else if (known !== undefined && known !== url) add(version, "double", known);
      else byLang.set(lang.toLowerCase(), url);
    }
    const [first] = versions;
    if (first !== undefined && complete && !versions.some(({ url }) => url === entry)) add(first, "self");
    if (audited.has(entry)) continue;
    const ownDefault = byLang.get("x-default");
    // One version may stand for several languages.
    const others = new Map(versions.map((version) => [version.url, version]));
    for (const [url, version] of others) {
      const other = url === null || url === entry ? undefined : lists.get(url)?.versions;
      if (other === undefined) continue;
      const back = other.some((one) => one.url === entry);
      const otherDefault = other.find(({ lang }) => lang.toLowerCase() === "x-default")?.url ?? undefined;
      if (!back && complete) add(version, "return");
      // Of the two the first is told.
      else if (ownDefault !== undefined && otherDefault !== undefined && ownDefault !== otherDefault)
        if (entry < (url ?? "")) add(version, "default", otherDefault);
    }
  }
  return { problems, left };
}
