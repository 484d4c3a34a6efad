// Checks the language versions in sitemaps (xhtml:link).
import { hreflangProblem } from "./languages.ts";

/** `href`: as written in the sitemap. `url`: absolute URL; null if it is not http(s). */
export type SitemapVersion = { lang: string; href: string; url: string | null };

/** Language versions and the sitemap file, by the entry's URL. */
export type SitemapVersions = ReadonlyMap<string, { file: string; versions: readonly SitemapVersion[] }>;

export type VersionProblem = {
  file: string;
  /** URL of the entry. */
  entry: string;
  lang: string;
  /** Absolute URL, or as written. */
  address: string;
  kind: "code" | "address" | "double" | "self" | "return" | "default";
  /** Detail of the problem, worded to follow "names …". */
  detail: string;
};

/** Maximum number of listed problems, because a generator makes the same mistake in each entry. */
const MAX_PROBLEMS = 20;

export type VersionJudge = {
  /** Checks one entry. The work is limited by the maximum number of versions per entry. */
  judge(entry: string): void;
  problems: VersionProblem[];
  /** Returns the number of problems beyond the listed ones. */
  left(): number;
};

/**
 * `audited`: entries that are checked for reciprocal links elsewhere, so that is not repeated here. `complete`: if false,
 * some versions were not read, so no version is reported as missing.
 */
export function createVersionJudge(
  lists: SitemapVersions,
  audited: ReadonlySet<string>,
  complete: boolean,
): VersionJudge {
  const problems: VersionProblem[] = [];
  let left = 0;
  // Cached because a sitemap repeats a few codes in each entry, and looking one up is slow.
  const codes = new Map<string, string | null>();
  const codeProblem = (lang: string): string | null => {
    const known = codes.get(lang);
    if (known !== undefined) return known;
    const found = hreflangProblem(lang);
    codes.set(lang, found);
    return found;
  };
  // Cached because each entry that names a version looks it up.
  const named = new Map<string, { urls: ReadonlySet<string | null>; byDefault: string | undefined }>();
  const namedBy = (entry: string): ReturnType<typeof named.get> => {
    const versions = lists.get(entry)?.versions;
    if (versions === undefined || named.has(entry)) return named.get(entry);
    const byDefault = versions.find(({ lang }) => lang.toLowerCase() === "x-default")?.url ?? undefined;
    named.set(entry, { urls: new Set(versions.map(({ url }) => url)), byDefault });
    return named.get(entry);
  };

  function judge(entry: string): void {
    const { file, versions } = lists.get(entry) ?? { file: "", versions: [] };
    const add = ({ lang, url, href }: SitemapVersion, kind: VersionProblem["kind"], detail = ""): void => {
      if (problems.length < MAX_PROBLEMS)
        problems.push({ file, entry, lang: lang.slice(0, 30), address: url ?? href.slice(0, 200), kind, detail });
      else left += 1;
    };
    const byLang = new Map<string, string>();
    for (const version of versions) {
      const { lang, url } = version;
      const wrong = codeProblem(lang);
      const known = byLang.get(lang.toLowerCase());
      if (wrong !== null) add(version, "code", wrong);
      else if (url === null) add(version, "address");
      else if (known !== undefined && known !== url) add(version, "double", known);
      else byLang.set(lang.toLowerCase(), url);
    }
    const [first] = versions;
    if (first !== undefined && complete && !versions.some(({ url }) => url === entry)) add(first, "self");
    if (audited.has(entry)) return;
    const ownDefault = byLang.get("x-default");
    // One version may stand for several languages.
    const others = new Map(versions.map((version) => [version.url, version]));
    for (const [url, version] of others) {
      const other = url === null || url === entry ? undefined : namedBy(url);
      if (url === null || other === undefined) continue;
      if (complete && !other.urls.has(entry)) add(version, "return");
      // Only the first of the two entries is reported.
      else if (
        ownDefault !== undefined &&
        other.byDefault !== undefined &&
        ownDefault !== other.byDefault &&
        entry < url
      )
        add(version, "default", other.byDefault);
    }
  }

  return { judge, problems, left: () => left };
}
