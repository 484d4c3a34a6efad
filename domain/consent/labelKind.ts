// Classifies the buttons of a consent banner by their words.
import { ALL_WORDS, CONSENT_WORDS, type LanguageWords } from "./words.ts";

export const LABEL_KINDS = ["accept", "reject", "settings", "save"] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** The words of all languages as one plain value, which is sent to pages. */
export type LabelWords = Record<LabelKind, string[]> & {
  beside: string[];
  only: string[];
  needed: string[];
  about: string[];
  all: string[];
};

const FIELDS = [...LABEL_KINDS, "beside", "only", "needed", "about"] as const;

export function wordsOf(languages: readonly LanguageWords[]): LabelWords {
  const all = (field: (typeof FIELDS)[number]): string[] => [
    ...new Set(languages.flatMap((words) => words[field].split("|"))),
  ];
  const lists = Object.fromEntries(FIELDS.map((field) => [field, all(field)]));
  return { ...lists, all: ALL_WORDS.split("|") } as LabelWords;
}

export const LABEL_WORDS: LabelWords = wordsOf(Object.values(CONSENT_WORDS));

/**
 * Returns a function that classifies a label; it returns null for unknown words. Its source is sent to pages, so it uses only its
 * argument. A label is one of the phrases, or becomes one when words without effect are removed, or accepts only what is necessary, which
 * counts as a refusal.
 */
export function labelReader(words: LabelWords): (label: string) => LabelKind | null {
  const JOINED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  const MAX_LENGTH = 90;
  const KINDS: LabelKind[] = ["reject", "save", "accept", "settings"];
  const plain = (text: string): string =>
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
      .trim();
  const beside = new Set(words.beside);
  const besidePhrases = words.beside.filter((word) => word.includes(" "));
  const all = new Set(words.all);
  const besideJoined = words.beside.filter((word) => JOINED.test(word) || /^cookies?$/.test(word));
  /** Removes words that do not change the meaning; "" if nothing else is left. */
  const core = (text: string): string => {
    if (!JOINED.test(text))
      return besidePhrases
        .reduce((left, phrase) => ` ${left} `.replace(` ${phrase} `, " ").trim(), text)
        .split(" ")
        .filter((word) => !beside.has(word))
        .join(" ");
    // Languages written without spaces: remove the longest words first, so that a shorter word does not leave half of a longer one.
    let rest = text.replaceAll(" ", "");
    for (const word of [...besideJoined].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, "");
    return rest;
  };
  const full = new Map<string, LabelKind>();
  const cores = new Map<string, LabelKind>();
  const phrases = KINDS.flatMap((kind) => words[kind].map((phrase) => ({ kind, text: plain(phrase) })));
  for (const { kind, text } of phrases) if (!full.has(text)) full.set(text, kind);
  for (const { kind, text } of phrases) {
    const short = core(text);
    if (short !== "" && !cores.has(short)) cores.set(short, full.get(short) ?? kind);
  }
  const only = new Set(words.only.map(plain));
  const needed = new Set(words.needed.map(plain));
  const acceptWords = new Set(words.accept.flatMap((phrase) => plain(phrase).split(" ")));
  const saveWords = new Set(words.save.flatMap((phrase) => plain(phrase).split(" ")));

  /** Such as "Only necessary", "accept necessary cookies", "save and use required only". */
  const onlyNeeded = (text: string): boolean => {
    if (JOINED.test(text)) {
      const has = (list: Set<string>): boolean => [...list].some((word) => text.includes(word));
      return has(needed) && has(only);
    }
    const parts = core(text).split(" ");
    if (!parts.some((part) => needed.has(part))) return false;
    const others = parts.filter((part) => !needed.has(part));
    return others.length > 0 && others.every((part) => only.has(part) || acceptWords.has(part) || saveWords.has(part));
  };
  /** Phrases of at least two words, by their first word, because a page has thousands of labels and most begin with none of them. */
  const longer = new Map<string, [phrase: string, kind: LabelKind][]>();
  for (const [phrase, kind] of full) {
    const [first = ""] = phrase.split(" ", 1);
    if (phrase !== first) longer.set(first, [...(longer.get(first) ?? []), [`${phrase} `, kind]]);
  }
  /** Labels that begin with a phrase: "accept all cookies from our partners". */
  const begins = (text: string): LabelKind | null => {
    const parts = text.split(" ");
    const [first = "", second = ""] = parts;
    const limited = parts.some((word) => needed.has(word) || only.has(word));
    for (const [phrase, kind] of longer.get(first) ?? [])
      if (text.startsWith(phrase) && (kind !== "accept" || !limited)) return kind;
    // "Accept all …" is not a separate phrase; its core is the verb.
    const kind = all.has(second) ? full.get(first) : undefined;
    return (kind === "accept" && !limited) || kind === "reject" ? kind : null;
  };
  const kindOf = (label: string): LabelKind | null => {
    const text = plain(label);
    if (text === "" || text.length > MAX_LENGTH) return null;
    const exact = full.get(text) ?? (JOINED.test(text) ? full.get(text.replaceAll(" ", "")) : undefined);
    if (exact) return exact;
    if (onlyNeeded(text)) return "reject";
    return cores.get(core(text)) ?? begins(text);
  };

  const MAX_KNOWN = 5_000;
  const known = new Map<string, LabelKind | null>();
  return (label) => {
    let kind = known.get(label);
    if (kind === undefined) {
      kind = kindOf(label);
      if (known.size < MAX_KNOWN) known.set(label, kind);
    }
    return kind;
  };
}

/** Classifies a label outside of pages. */
export const kindOfLabel: (label: string) => LabelKind | null = labelReader(LABEL_WORDS);
