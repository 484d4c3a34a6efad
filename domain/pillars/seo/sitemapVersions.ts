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
const MAX_PROBLEMS = 20;

export type VersionJudge = {
  /** Looks at one entry: at most as many versions of as many others as one entry may have. */
  judge(entry: string): void;
  problems: VersionProblem[];
  /** How many there are beyond those. */
  left(): number;
};

/**
 * `audited`: entries whose versions are asked whether they name them in return, which is not repeated here. `complete` false:
 * there are versions that were not read, so nothing is missing.
 */
export function createVersionJudge(
  lists: SitemapVersions,
  audited: ReadonlySet<string>,
  complete: boolean,
): VersionJudge {
  const problems: VersionProblem[] = [];
  let left = 0;
  // A sitemap repeats its few codes in each entry, and to look one up takes a while.
  const codes = new Map<string, string | null>();
  const codeProblem = (lang: string): string | null => {
    const known = codes.get(lang);
    if (known !== undefined) return known;
    const found = hreflangProblem(lang);
    codes.set(lang, found);
    return found;
  };
  // An entry is asked by each that names it.
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
      // Of the two the first is told.
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
